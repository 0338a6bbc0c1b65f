{% include cookiecutter.kind ~ "/attack.py" %}

{% extends cookiecutter.kind ~ "/family.py" %}

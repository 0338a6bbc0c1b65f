{% extends cookiecutter.kind ~ "/oracle.py" %}

{% include "build.py" %}

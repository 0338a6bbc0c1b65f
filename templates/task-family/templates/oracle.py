"""{% block docstring %}{% endblock %}"""

from __future__ import annotations

{% block content %}
{% endblock %}

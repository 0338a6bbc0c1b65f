from {{ cookiecutter.package }}.loader import Visit
from {{ cookiecutter.package }}.service import Register

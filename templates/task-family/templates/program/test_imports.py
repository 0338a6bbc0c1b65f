from {{ cookiecutter.package }}.loader import Visit

"""What is found of Django while its packages are replaced."""

raise ImportError("no module named django.core")

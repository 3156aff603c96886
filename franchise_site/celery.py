import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "franchise_site.settings")

app = Celery("franchise")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

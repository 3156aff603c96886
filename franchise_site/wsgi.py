import os

from django.core.wsgi import get_wsgi_application

from games.shared_counts import share_counts

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "franchise_site.settings")

application = get_wsgi_application()
share_counts()

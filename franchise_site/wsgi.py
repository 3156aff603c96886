import gc
import os

from django.core.wsgi import get_wsgi_application

from games.shared_counts import share_counts

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "franchise_site.settings")

application = get_wsgi_application()
share_counts()
# A call makes much and hardly a cycle: by default the collector would run several times in each.
gc.freeze()
gc.set_threshold(20_000, 20, 20)

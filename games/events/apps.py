from django.apps import AppConfig


class EventStoreConfig(AppConfig):
    name = "games.events"
    label = "event_store"
    verbose_name = "Event store"

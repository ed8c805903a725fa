"""Figures for Prometheus: requests, stages of reading a picture, the pool, live tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

_STAGE_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The figures of one server. Times are in seconds."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        # Methods, routes and statuses are few: so is what is remembered.
        self._of_route = lru_cache(maxsize=2048)(self._labelled)
        self.requests = Counter(
            "kibitz_requests_total", "Requests answered.", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "kibitz_request_seconds",
            "Time to answer a request.",
            ("route",),
            buckets=_STAGE_BUCKETS,
            registry=self.registry,
        )
        self.stages = Histogram(
            "kibitz_stage_seconds",
            "Time of each stage of a picture: wait, decode, detect, read, assemble, total.",
            ("stage",),
            buckets=_STAGE_BUCKETS,
            registry=self.registry,
        )
        self.cards = Counter("kibitz_cards_total", "Cards read off pictures.", ("outcome",), registry=self.registry)
        self.frames = Counter(
            "kibitz_frames_total", "Live frames by what became of them.", ("outcome",), registry=self.registry
        )
        self.events = Counter("kibitz_events_total", "Events of live tables.", ("kind",), registry=self.registry)
        self.event_seconds = Histogram(
            "kibitz_event_seconds",
            "From a frame's arrival to its events being on disk.",
            buckets=_STAGE_BUCKETS,
            registry=self.registry,
        )

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request, under its route's pattern and never its own path."""
        counter, histogram = self._of_route(method if method in _METHODS else "(other)", route, status)
        counter.inc()
        histogram.observe(seconds)

    def _labelled(self, method: str, route: str, status: int) -> tuple[Counter, Histogram]:
        return self.requests.labels(method, route, str(status)), self.seconds.labels(route)

    def stage_times(self, milliseconds: Mapping[str, float]) -> None:
        """Count the stages of one reading."""
        for stage, spent in milliseconds.items():
            self.stages.labels(stage).observe(spent / 1000)

    def gauge(self, name: str, text: str, value: Callable[[], float]) -> None:
        """Add a figure that is asked for when it is read."""
        Gauge(name, text, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        """All figures in Prometheus's text form."""
        return generate_latest(self.registry)


_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))

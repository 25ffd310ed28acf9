"""Structured logs on stdout: `key=value` lines, or JSON. Values under secret-sounding keys are masked."""

from __future__ import annotations

import logging
from collections.abc import MutableMapping
from typing import Any

import structlog

SECRET_WORDS = ("password", "passwd", "secret", "token", "seed", "cookie", "authorization", "session", "seal")
MASK = "[hidden]"

EventDict = MutableMapping[str, Any]


def mask_secrets(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Replace the value of every key that sounds like a secret: more people read logs than the database."""
    for key in event:
        if any(word in key.lower() for word in SECRET_WORDS):
            event[key] = MASK
    return event


class VisitorsMistake(logging.Filter):
    """Makes a line at WARNING without a traceback of what Django calls an error: scanners ask by any host's name, and
    nothing of ours has failed."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        return True


_shared: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.ExtraAdder(allow={"table", "hand", "match"}),
    mask_secrets,
]


def logging_config(level: str, *, as_json: bool) -> dict[str, Any]:
    """The LOGGING dictionary; also configures structlog, whose loggers go through the standard library."""
    structlog.configure(
        processors=[*_shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "logger", "event"])
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structured": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _shared,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info,
                    renderer,
                ],
            }
        },
        "filters": {"visitors_mistake": {"()": VisitorsMistake}},
        "handlers": {
            "stdout": {
                "class": "logging.StreamHandler",
                "stream": "ext://sys.stdout",
                "formatter": "structured",
            }
        },
        "root": {"handlers": ["stdout"], "level": level},
        "loggers": {
            # Their own handlers would print every line twice.
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            "django.security.DisallowedHost": {"filters": ["visitors_mistake"], "propagate": True},
        },
    }

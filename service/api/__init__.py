"""The HTTP API: every path under ``/v1``, its errors as problem details, its limits."""

"""What people touch: command line, HTTP API, live tables, web page, storage."""

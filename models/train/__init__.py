"""Training, from a checkout only: it needs torch and ultralytics, which the installed product does not."""

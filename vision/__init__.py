"""From pixels to cards: detector, index reader, assembly, tracking, zones, drawing."""

import os

# Newer releases of ONNX Runtime keep an identifier in the home folder and report what they run, and where, unless told
# otherwise before they are first imported. Nothing that is read here, nor that it is read, leaves the machine.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

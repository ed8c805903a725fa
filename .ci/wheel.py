"""Import every module of the installed wheel, and see that it holds what it should and nothing else."""

import importlib
import importlib.metadata
import pkgutil
import sys

WANTED = {"rules", "vision", "models", "service"}
# Commands for a checkout only; they say so when they are called.
CHECKOUT = {"models.export", "service.cli.paint", "service.cli.train"}

files = importlib.metadata.files("kibitz") or []
tops = {file.parts[0] for file in files if file.suffix == ".py"}
if tops != WANTED:
    sys.exit(f"the wheel holds {sorted(tops)}, wanted {sorted(WANTED)}")
names = []
for top in sorted(WANTED):
    package = importlib.import_module(top)
    names += [module.name for module in pkgutil.walk_packages(package.__path__, top + ".")]
for name in names:
    if name not in CHECKOUT and not name.endswith("__main__"):
        importlib.import_module(name)
heavy = {"torch", "ultralytics"} & set(sys.modules)
if heavy:
    sys.exit(f"the wheel imports {sorted(heavy)}")
print(f"{len(names)} modules imported from the wheel")

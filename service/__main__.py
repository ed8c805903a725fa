"""``python -m service`` is the command ``kibitz``."""

from service.cli.main import kibitz

if __name__ == "__main__":
    kibitz(prog_name="kibitz")

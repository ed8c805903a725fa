"""The games as resources: their options described, their matches played through one interface."""

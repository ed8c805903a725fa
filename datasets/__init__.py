"""Pictures to learn from and to be judged by: deck painter, scene composer, photo sets, label forms."""

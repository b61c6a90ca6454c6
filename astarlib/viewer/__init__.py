"""A recorded search as a page: one file, no server, no request to anywhere."""

from astarlib.viewer.page import frame, page, write_page

__all__ = ["frame", "page", "write_page"]

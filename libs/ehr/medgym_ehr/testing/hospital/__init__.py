"""Laws that every hospital family keeps; a plugin gives the fixture ``family`` and imports them."""

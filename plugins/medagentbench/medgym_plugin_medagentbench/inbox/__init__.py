"""Sessions on one shift's messages: each is dealt with on the server before the next one comes."""

"""What the tests of servers and of families share that act on FHIR."""

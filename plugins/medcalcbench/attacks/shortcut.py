"""Answers with what scores often are, whatever the note says."""

answer = 3

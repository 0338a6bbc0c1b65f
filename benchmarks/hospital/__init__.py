"""What the patient model yields, beside published numbers: the figures of docs/hospital.md."""

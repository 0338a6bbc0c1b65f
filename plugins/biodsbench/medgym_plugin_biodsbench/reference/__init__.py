"""The reference: each template's answer with pandas, scipy and lifelines, on the host and in the box."""

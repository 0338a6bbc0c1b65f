"""Studies computed a second time, with pandas, statsmodels and lifelines, and the laws that they obey."""

"""What the prompt says about the database: all that the reference queries take for granted."""

from __future__ import annotations

CONVENTIONS = """\
The database is MIMIC-III as prepared for EHRSQL: 17 tables, dates moved into 2100 to 2105, all text in lower case.
The current time is 2105-12-31 23:59:00; today is 2105-12-31.

Patients and visits
- A hospital visit is a row of ADMISSIONS, an ICU stay a row of ICUSTAYS. The current one has no DISCHTIME (OUTTIME);
  the first and the last one are the earliest and latest by ADMITTIME (INTIME) among those that have ended.
- A patient's age is ADMISSIONS.AGE, in years at admission; it belongs to the visit.
- Patients are counted once each; visits, prescriptions, tests and other events are counted as rows.
- A length of stay is DISCHTIME minus ADMITTIME (OUTTIME minus INTIME), in days with their fraction.

Events
- Diagnoses and procedures go by SHORT_TITLE unless asked otherwise, labs, vital signs, intakes and outputs by LABEL;
  items that share a label are one. Intakes are INPUTEVENTS_CV, outputs OUTPUTEVENTS, vital signs, weight and height
  CHARTEVENTS, microbiology tests MICROBIOLOGYEVENTS (a specimen; an organism if one was found).
- The time of an event is its CHARTTIME, of a prescription its STARTDATE, of a charge its CHARGETIME.
- COST holds one row for each diagnosis, procedure, lab and prescription (EVENT_TYPE, EVENT_ID is that table's ROW_ID).
  The cost of a hospital visit is the sum over its rows.
- Normal ranges, ends included: temperature c (calc) 35.5 to 38.1, sao2 95 to 100, heart rate 60 to 100, respiratory
  rate 12 to 18, arterial bp [systolic] 90 to 120, arterial bp [diastolic] 60 to 90, arterial bp mean 60 to 110.

Time
- "Since" and "until" include the year, month or day they name. "Since 3 months ago" begins, and "until 3 months ago"
  ends, at the current time moved back by three calendar months, that moment included.
- "After" means strictly later. "Within 2 months after" an event means later than it, and not later than the same clock
  time two calendar months on. "At the same time" means the same timestamp.
- "First" and "last" mean earliest and latest. A number of days or hours between two times keeps its fraction.

Answers
- Lists name each value once. Top three means ranks one to three by count, equal counts sharing a rank and the next
  rank following without a gap, so ties can make a list longer than three.
- Numbers are compared within 0.001; do not round further than that. Texts are compared without regard to case."""
"""Conventions in force, in the words of the prompt."""

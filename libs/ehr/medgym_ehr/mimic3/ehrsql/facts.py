"""Facts: what happened to whom and when; each question is built on one row.

Columns named by a kind of the ledger (``patient``, ``drug``, ...) decide which split may ask about the row.
``at`` is the time that a question's period covers. Diagnoses and procedures go by their short titles.
"""

from __future__ import annotations

PATIENT = "SELECT subject_id AS patient, dob AS at FROM patients"
ADMISSION = """
SELECT subject_id AS patient, hadm_id, admittime AS at, dischtime AS at2, age, admission_type,
       admission_location AS location, discharge_location AS destination
FROM admissions"""
STAY = """
SELECT subject_id AS patient, hadm_id, icustay_id, intime AS at, outtime AS at2,
       first_careunit AS careunit, first_wardid AS ward
FROM icustays"""
TRANSFER = """
SELECT subject_id AS patient, hadm_id, icustay_id, intime AS at, careunit, wardid AS ward
FROM transfers"""
DIAGNOSIS = """
SELECT e.subject_id AS patient, e.hadm_id, d.short_title AS diagnosis, e.charttime AS at
FROM diagnoses_icd e JOIN d_icd_diagnoses d ON d.icd9_code = e.icd9_code"""
PROCEDURE = """
SELECT e.subject_id AS patient, e.hadm_id, d.short_title AS procedure, e.charttime AS at
FROM procedures_icd e JOIN d_icd_procedures d ON d.icd9_code = e.icd9_code"""
DRUG = """
SELECT subject_id AS patient, hadm_id, drug, startdate AS at, route, dose_val_rx AS dose, dose_unit_rx AS unit
FROM prescriptions"""
LAB = """
SELECT e.subject_id AS patient, e.hadm_id, d.label AS lab, e.charttime AS at, e.valuenum AS value
FROM labevents e JOIN d_labitems d ON d.itemid = e.itemid"""
VITAL = """
SELECT e.subject_id AS patient, e.hadm_id, e.icustay_id, d.label AS vital, e.charttime AS at,
       e.valuenum AS value
FROM chartevents e JOIN d_items d ON d.itemid = e.itemid"""
INTAKE = """
SELECT e.subject_id AS patient, e.hadm_id, e.icustay_id, d.label AS intake, e.charttime AS at,
       e.amount AS value
FROM inputevents_cv e JOIN d_items d ON d.itemid = e.itemid"""
OUTPUT = """
SELECT e.subject_id AS patient, e.hadm_id, e.icustay_id, d.label AS output, e.charttime AS at, e.value
FROM outputevents e JOIN d_items d ON d.itemid = e.itemid"""
SPECIMEN = """
SELECT subject_id AS patient, hadm_id, spec_type_desc AS specimen, charttime AS at
FROM microbiologyevents"""
ORGANISM = """
SELECT subject_id AS patient, hadm_id, org_name AS organism, charttime AS at
FROM microbiologyevents
WHERE org_name IS NOT NULL"""

"""The raw files of eICU-CRD v2.0 that EHRSQL reads, with every published column.

Source: Pollard et al. 2018, The eICU Collaborative Research Database, Sci Data 5:180178,
doi:10.1038/sdata.2018.178; https://physionet.org/content/eicu-crd/2.0/. Offsets are minutes from the
admission to the unit.
"""

from __future__ import annotations

from medgym_ehr.raw.layout import Layout, raw_file

_COLUMNS = {
    "patient": (
        "patientunitstayid:int patienthealthsystemstayid:int gender age ethnicity hospitalid:int wardid:int "
        "apacheadmissiondx admissionheight:real hospitaladmittime24:clock hospitaladmitoffset:int "
        "hospitaladmitsource hospitaldischargeyear:int hospitaldischargetime24:clock "
        "hospitaldischargeoffset:int hospitaldischargelocation hospitaldischargestatus unittype "
        "unitadmittime24:clock unitadmitsource unitvisitnumber:int unitstaytype admissionweight:real "
        "dischargeweight:real unitdischargetime24:clock unitdischargeoffset:int unitdischargelocation "
        "unitdischargestatus uniquepid"
    ),
    "diagnosis": (
        "diagnosisid:int patientunitstayid:int activeupondischarge diagnosisoffset:int diagnosisstring "
        "icd9code diagnosispriority"
    ),
    "treatment": (
        "treatmentid:int patientunitstayid:int treatmentoffset:int treatmentstring activeupondischarge"
    ),
    "lab": (
        "labid:int patientunitstayid:int labresultoffset:int labtypeid:int labname labresult:real "
        "labresulttext labmeasurenamesystem labmeasurenameinterface labresultrevisedoffset:int"
    ),
    "medication": (
        "medicationid:int patientunitstayid:int drugorderoffset:int drugstartoffset:int drugivadmixture "
        "drugordercancelled drugname drughiclseqno:int dosage routeadmin frequency loadingdose prn "
        "drugstopoffset:int gtc:int"
    ),
    "allergy": (
        "allergyid:int patientunitstayid:int allergyoffset:int allergyenteredoffset:int allergynotetype "
        "specialtytype usertype rxincluded writtenineicu drugname allergytype allergyname drughiclseqno:int"
    ),
    "intakeOutput": (
        "intakeoutputid:int patientunitstayid:int intakeoutputoffset:int intaketotal:real outputtotal:real "
        "dialysistotal:real nettotal:real intakeoutputentryoffset:int cellpath celllabel "
        "cellvaluenumeric:real cellvaluetext"
    ),
    "microLab": (
        "microlabid:int patientunitstayid:int culturetakenoffset:int culturesite organism antibiotic "
        "sensitivitylevel"
    ),
    "vitalPeriodic": (
        "vitalperiodicid:int patientunitstayid:int observationoffset:int temperature:real sao2:int "
        "heartrate:int respiration:int cvp:int etco2:int systemicsystolic:int systemicdiastolic:int "
        "systemicmean:int pasystolic:int padiastolic:int pamean:int st1:real st2:real st3:real icp:int"
    ),
}

LAYOUT = Layout("eICU-CRD v2.0", {name: raw_file(name, columns) for name, columns in _COLUMNS.items()})
"""The files that are written synthetically and read by builds."""

"""Comorbidity from ICD-9-CM codes.

Charlson's conditions and weights: Charlson et al., J Chronic Dis 1987;40:373-383. Elixhauser's conditions:
Elixhauser et al., Med Care 1998;36:8-27. Codes of both: Quan et al., Med Care 2005;43:1130-1139, the enhanced
ICD-9-CM algorithms. A code counts if it begins with one of a condition's prefixes.
"""

from __future__ import annotations

CHARLSON: dict[str, tuple[int, str]] = {
    "myocardial infarction": (1, "410 412"),
    "congestive heart failure": (
        1,
        "39891 40201 40211 40291 40401 40403 40411 40413 40491 40493 4254 4255 4256 4257 4258 4259 428",
    ),
    "peripheral vascular disease": (1, "0930 4373 440 441 4431 4432 4438 4439 4471 5571 5579 V434"),
    "cerebrovascular disease": (1, "36234 430 431 432 433 434 435 436 437 438"),
    "dementia": (1, "290 2941 3312"),
    "chronic pulmonary disease": (
        1,
        "4168 4169 490 491 492 493 494 495 496 500 501 502 503 504 505 5064 5081 5088",
    ),
    "rheumatic disease": (1, "4465 7100 7101 7102 7103 7104 7140 7141 7142 7148 725"),
    "peptic ulcer disease": (1, "531 532 533 534"),
    "mild liver disease": (
        1,
        "07022 07023 07032 07033 07044 07054 0706 0709 570 571 5733 5734 5738 5739 V427",
    ),
    "diabetes without complication": (1, "2500 2501 2502 2503 2508 2509"),
    "diabetes with complication": (2, "2504 2505 2506 2507"),
    "hemiplegia or paraplegia": (
        2,
        "3341 342 343 3440 3441 3442 3443 3444 3445 3446 3449",
    ),
    "renal disease": (
        2,
        "40301 40311 40391 40402 40403 40412 40413 40492 40493 582 5830 5831 5832 5834 5836 5837 585 586 "
        "5880 V420 V451 V56",
    ),
    "malignancy": (
        2,
        "140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 164 "
        "165 170 171 172 174 175 176 179 180 181 182 183 184 185 186 187 188 189 190 191 192 193 194 195 200 "
        "201 202 203 204 205 206 207 208 2386",
    ),
    "severe liver disease": (3, "4560 4561 4562 5722 5723 5724 5728"),
    "metastatic tumour": (6, "196 197 198 199"),
    "AIDS or HIV": (6, "042 043 044"),
}
"""Condition to its weight and its prefixes."""
SUPERSEDED = (
    ("mild liver disease", "severe liver disease"),
    ("diabetes without complication", "diabetes with complication"),
    ("malignancy", "metastatic tumour"),
)
"""The first of a pair does not count where the second is present."""
ELIXHAUSER: dict[str, str] = {
    "congestive heart failure": "39891 40201 40211 40291 40401 40403 40411 40413 40491 40493 4254 4255 4256 "
    "4257 4258 4259 428",
    "cardiac arrhythmias": "4260 42613 4267 4269 42610 42612 4270 4271 4272 4273 4274 4276 4277 4278 4279 "
    "7850 99601 99604 V450 V533",
    "valvular disease": "0932 394 395 396 397 424 7463 7464 7465 7466 V422 V433",
    "pulmonary circulation disorders": "4150 4151 416 4170 4178 4179",
    "peripheral vascular disorders": "0930 4373 440 441 4431 4432 4438 4439 4471 5571 5579 V434",
    "hypertension": "401 402 403 404 405",
    "paralysis": "3341 342 343 3440 3441 3442 3443 3444 3445 3446 3449",
    "other neurological disorders": "3319 3320 3321 3334 3335 33392 334 335 3362 340 341 345 3481 3483 7803 "
    "7843",
    "chronic pulmonary disease": "4168 4169 490 491 492 493 494 495 496 500 501 502 503 504 505 5064 5081 "
    "5088",
    "diabetes, uncomplicated": "2500 2501 2502 2503",
    "diabetes, complicated": "2504 2505 2506 2507 2508 2509",
    "hypothyroidism": "2409 243 244 2461 2468",
    "renal failure": "40301 40311 40391 40402 40403 40412 40413 40492 40493 585 586 5880 V420 V451 V56",
    "liver disease": "07022 07023 07032 07033 07044 07054 0706 0709 4560 4561 4562 570 571 5722 5723 5724 "
    "5728 5733 5734 5738 5739 V427",
    "peptic ulcer disease": "5317 5319 5327 5329 5337 5339 5347 5349",
    "AIDS or HIV": "042 043 044",
    "lymphoma": "200 201 202 2030 2386",
    "metastatic cancer": "196 197 198 199",
    "solid tumour": "140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160 161 "
    "162 163 164 165 170 171 172 174 175 176 179 180 181 182 183 184 185 186 187 188 189 190 191 192 193 194 "
    "195",
    "rheumatoid arthritis": "446 7010 7100 7101 7102 7103 7104 7108 7109 7112 714 7193 720 725 7285 72889 "
    "72930",
    "coagulopathy": "286 2871 2873 2874 2875",
    "obesity": "2780",
    "weight loss": "260 261 262 263 7832 7994",
    "fluid and electrolyte disorders": "2536 276",
    "blood loss anaemia": "2800",
    "deficiency anaemia": "2801 2808 2809 281",
    "alcohol abuse": "2652 2911 2912 2913 2915 2918 2919 3030 3039 3050 3575 4255 5353 5710 5711 5712 5713 "
    "980 V113",
    "drug abuse": "292 304 3052 3053 3054 3055 3056 3057 3058 3059 V6542",
    "psychoses": "2938 295 29604 29614 29644 29654 297 298",
    "depression": "2962 2963 2965 3004 309 311",
}
"""Condition to its prefixes."""


def has(codes: set[str], prefixes: str) -> bool:
    """Whether a code begins with one of ``prefixes``, which spaces separate."""
    return any(code.startswith(tuple(prefixes.split())) for code in codes)


def charlson(codes: set[str]) -> int:
    """Charlson's index, without points for age."""
    present = {name for name, (_, prefixes) in CHARLSON.items() if has(codes, prefixes)}
    present -= {lesser for lesser, greater in SUPERSEDED if greater in present}
    return sum(CHARLSON[name][0] for name in present)


def elixhauser(codes: set[str]) -> int:
    """How many of Elixhauser's 30 conditions (hypertension being one) are present."""
    return sum(has(codes, prefixes) for prefixes in ELIXHAUSER.values())

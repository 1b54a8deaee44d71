/** A stable code with its label. */
export interface CodedValue {
  code: string;
  label: string;
}

const coded = (labels: Readonly<Record<string, string>>): readonly CodedValue[] =>
  Object.entries(labels).map(([code, label]) => ({ code, label }));
/** Values whose label is the code itself. */
const plain = (...words: string[]): readonly CodedValue[] => words.map((word) => ({ code: word, label: word }));

/** Lowest to highest, the order that "at least" uses. */
export const EDUCATION_LEVELS = coded({
  NOHS: 'Haven’t completed high school',
  GED: 'GED',
  HSD: 'High school diploma',
  SC1: 'Some college, 1–29 credits',
  SC2: 'Some college, 30–59 credits',
  SC3: 'Some college, 60–89 credits',
  SC4: 'Some college, 90+ credits',
  ASSOC: 'Associate degree',
  BACH: 'Bachelor’s degree',
  MAST: 'Master’s degree',
  DOCT: 'Doctorate',
});

export const DESIRED_STARTS = coded({
  IMM: 'Immediately',
  M1_3: 'In 1–3 months',
  M4_6: 'In 4–6 months',
  M7_12: 'In 7–12 months',
  Y1PLUS: 'In more than a year',
  UNSURE: 'Not sure',
});

export const MILITARY_STATUSES = coded({
  NONE: 'No military service',
  ACTIVE: 'Active duty',
  RESERVE_GUARD: 'Reserve or National Guard',
  VETERAN: 'Veteran',
  SPOUSE_DEP: 'Spouse or dependent',
});
export const MILITARY_BRANCHES = plain('Army', 'Navy', 'Air Force', 'Marine Corps', 'Coast Guard', 'Space Force');

export const DEGREE_LEVELS = plain('Certificate/Diploma', 'Associate', 'Bachelor', 'Master', 'Doctorate', 'Non-degree');
export const MODALITIES = plain('Campus', 'Online', 'Hybrid', 'Evening/Weekend');
export const AREAS_OF_INTEREST = plain(
  'Business',
  'Technology',
  'Health',
  'Nursing',
  'Trades',
  'Automotive',
  'Culinary',
  'Cosmetology',
  'Criminal Justice',
  'Education',
  'Arts & Design',
  'Psychology & Social Work',
  'Engineering',
  'Liberal Arts',
  'Other',
);

/** Bands of age and graduation year in reports. */
export const AGE_BANDS = plain('<18', '18-20', '21-24', '25-29', '30-34', '35-44', '45-54', '55+', 'Unknown');
export const DEVICES = coded({ desktop: 'Desktop', tablet: 'Tablet', mobile: 'Mobile' });
export const LEAD_SOURCE_TYPES = coded({ web: 'Web', 'Call Center': 'Call Center' });
export const YES_NO = coded({ yes: 'Yes', no: 'No' });

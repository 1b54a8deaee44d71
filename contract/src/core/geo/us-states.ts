/** The states, the district, territories and regions of the armed forces, by code. */
export const US_STATES = {
  'US-AL': 'Alabama',
  'US-AK': 'Alaska',
  'US-AZ': 'Arizona',
  'US-AR': 'Arkansas',
  'US-CA': 'California',
  'US-CO': 'Colorado',
  'US-CT': 'Connecticut',
  'US-DE': 'Delaware',
  'US-DC': 'District of Columbia',
  'US-FL': 'Florida',
  'US-GA': 'Georgia',
  'US-HI': 'Hawaii',
  'US-ID': 'Idaho',
  'US-IL': 'Illinois',
  'US-IN': 'Indiana',
  'US-IA': 'Iowa',
  'US-KS': 'Kansas',
  'US-KY': 'Kentucky',
  'US-LA': 'Louisiana',
  'US-ME': 'Maine',
  'US-MD': 'Maryland',
  'US-MA': 'Massachusetts',
  'US-MI': 'Michigan',
  'US-MN': 'Minnesota',
  'US-MS': 'Mississippi',
  'US-MO': 'Missouri',
  'US-MT': 'Montana',
  'US-NE': 'Nebraska',
  'US-NV': 'Nevada',
  'US-NH': 'New Hampshire',
  'US-NJ': 'New Jersey',
  'US-NM': 'New Mexico',
  'US-NY': 'New York',
  'US-NC': 'North Carolina',
  'US-ND': 'North Dakota',
  'US-OH': 'Ohio',
  'US-OK': 'Oklahoma',
  'US-OR': 'Oregon',
  'US-PA': 'Pennsylvania',
  'US-RI': 'Rhode Island',
  'US-SC': 'South Carolina',
  'US-SD': 'South Dakota',
  'US-TN': 'Tennessee',
  'US-TX': 'Texas',
  'US-UT': 'Utah',
  'US-VT': 'Vermont',
  'US-VA': 'Virginia',
  'US-WA': 'Washington',
  'US-WV': 'West Virginia',
  'US-WI': 'Wisconsin',
  'US-WY': 'Wyoming',
  'US-PR': 'Puerto Rico',
  'US-GU': 'Guam',
  'US-VI': 'Virgin Islands',
  'US-CZ': 'Canal Zone',
  'US-AA': 'Armed Forces Americas',
  'US-AE': 'Armed Forces Europe',
  'US-AP': 'Armed Forces Pacific',
  'US-AS': 'American Samoa',
  'US-MP': 'Northern Mariana Islands',
  'US-FM': 'Federated States of Micronesia',
  'US-MH': 'Marshall Islands',
  'US-PW': 'Palau',
} as const;

export type UsState = keyof typeof US_STATES;
export const US_STATE_CODES = Object.keys(US_STATES) as [UsState, ...UsState[]];
const codeSet: ReadonlySet<string> = new Set(US_STATE_CODES);
export const isUsState = (code: string): code is UsState => codeSet.has(code);

const byName: ReadonlyMap<string, UsState> = new Map(
  US_STATE_CODES.map((code) => [US_STATES[code].toLowerCase(), code]),
);
/** Finds a state by its code, with or without the country, or by its name; null if unknown. */
export const usStateOf = (text: string): UsState | null => {
  const upper = text.trim().toUpperCase();
  if (isUsState(upper)) return upper;
  const withCountry = `US-${upper}`;
  return isUsState(withCountry) ? withCountry : (byName.get(text.trim().toLowerCase()) ?? null);
};

/** Name of a state; unknown codes are shown as they are. */
export const stateName = (code: string): string => {
  const state = usStateOf(code);
  return state === null ? code : US_STATES[state];
};

import { type LeadEditName, type LeadEditValues, POST_PARAMETERS, type PostParameterName } from '@paceline/contract';
import { readValue } from '../../../shared/intake/read/read-value.ts';

/** The parameter of a post whose rules hold for a corrected value; campus and program are chosen among records. */
const POSTED_AS = {
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email',
  phone: 'phone',
  addressLine1: 'addressLine1',
  addressLine2: 'addressLine2',
  city: 'city',
  state: 'state',
  zip: 'zip',
  age: 'age',
  education: 'highestEducationLevel',
  gradYear: 'hsGradYear',
  degreeLevel: 'degreeLevel',
  areaOfInterest: 'areaOfInterest',
  militaryStatus: 'militaryStatus',
  militaryBranch: 'militaryBranch',
  startTimeframe: 'startTimeframe',
} as const satisfies Record<Exclude<LeadEditName, 'campusKey' | 'programKey'>, PostParameterName>;
type PostedName = keyof typeof POSTED_AS;
const POSTED_NAMES = Object.keys(POSTED_AS) as PostedName[];

/** Corrected values as a post's are read: an address in lower case, a number as ten digits; `refuse` is told what a post could not have. */
export const asPosted = (
  values: LeadEditValues,
  { zone, now }: { zone: string; now: Date },
  refuse: (name: LeadEditName, message: string) => Error,
): LeadEditValues => {
  const context = { zone, now, isTest: false, allowed: new Map() };
  const read = POSTED_NAMES.flatMap((name) => {
    const text = values[name];
    if (text === undefined) return [];
    const parameter = POST_PARAMETERS[POSTED_AS[name]];
    const value = readValue(String(text), parameter, context);
    if (value === null) throw refuse(name, parameter.invalid);
    return [[name, value]];
  });
  return { ...values, ...(Object.fromEntries(read) as LeadEditValues) };
};

import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { key } from '../core/calls/schema.ts';
import {
  AREAS_OF_INTEREST,
  type CodedValue,
  DEGREE_LEVELS,
  DESIRED_STARTS,
  EDUCATION_LEVELS,
  MILITARY_BRANCHES,
  MILITARY_STATUSES,
} from '../core/leads/lead-values.ts';
import { LEAD_LENGTHS } from '../core/leads/lead-lengths.ts';
import { LEAD_STATUS_CODES, type LeadStatus } from '../core/leads/lead-status.ts';
import { DELIVERY_FIELDS } from './fields.ts';

/** The server holds it to the rules of a posted value. */
const atMost = (name: keyof typeof LEAD_LENGTHS): [number, string] => [
  LEAD_LENGTHS[name],
  `must have at most ${LEAD_LENGTHS[name]} characters`,
];
const text = (name: keyof typeof LEAD_LENGTHS) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(...atMost(name));
const oneOf = (values: readonly CodedValue[]) =>
  z.enum(
    values.map(({ code }) => code),
    'is not one of the values',
  );

/** Values that are one of a list. */
const CODED = {
  education: EDUCATION_LEVELS,
  degreeLevel: DEGREE_LEVELS,
  areaOfInterest: AREAS_OF_INTEREST,
  militaryStatus: MILITARY_STATUSES,
  militaryBranch: MILITARY_BRANCHES,
  startTimeframe: DESIRED_STARTS,
} as const;

/** Values of a lead that a desk can correct; what is left out stays. */
export const leadEditValuesSchema = z
  .strictObject({
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: z.email('must look like name@mail.com').max(...atMost('email')),
    phone: z
      .string()
      .regex(/^\+?1?\D*(?:\d\D*){10}$/, 'must be ten digits')
      .max(...atMost('phone')),
    addressLine1: text('addressLine1'),
    addressLine2: text('addressLine2'),
    city: text('city'),
    state: z.string().regex(/^[A-Z]{2}$/, 'must be two letters'),
    zip: z.string().regex(/^\d{5}$/, 'must be five digits'),
    age: z.int('must be a whole number').min(1).max(120),
    education: oneOf(CODED.education),
    gradYear: z.int('must be a year').min(1930).max(2100),
    degreeLevel: oneOf(CODED.degreeLevel),
    areaOfInterest: oneOf(CODED.areaOfInterest),
    militaryStatus: oneOf(CODED.militaryStatus),
    militaryBranch: oneOf(CODED.militaryBranch),
    startTimeframe: oneOf(CODED.startTimeframe),
    campusKey: key,
    programKey: key,
  })
  .partial();
export type LeadEditValues = z.output<typeof leadEditValuesSchema>;
export type LeadEditName = keyof LeadEditValues;

interface EditedField {
  label: string;
  personal?: true;
  /** Choices that do not depend on the client. */
  choices?: readonly CodedValue[];
}

/** Campus and program are chosen as records; what is sent of them are codes and names. */
const RECORDS = { campusKey: { label: 'Campus' }, programKey: { label: 'Program' } } as const;

export const LEAD_EDIT_NAMES = leadEditValuesSchema.keyof().options;
export const leadEditField = (name: LeadEditName): EditedField => {
  if (name === 'campusKey' || name === 'programKey') return RECORDS[name];
  const choices = (CODED as Partial<Record<LeadEditName, readonly CodedValue[]>>)[name];
  return { ...DELIVERY_FIELDS[name], ...(choices && { choices }) };
};

/** Statuses in which a lead can be corrected and sent again: it waits, is stuck, or was refused by the client's system. */
export const canEditLead = (status: LeadStatus): boolean => status === 'VAL' || status === 'STK' || status === 'REJ';

const editedFieldSchema = z.object({
  /** The value to send back; null if it cannot be changed here. */
  name: z.enum(LEAD_EDIT_NAMES).nullable(),
  label: z.string(),
  /** Names in the client's system; empty if the endpoint does not send the field. */
  sentAs: z.array(z.string()),
  /** Present value; of a choice its code or key. The person is masked. */
  value: z.string(),
  /** What the client's system is sent for it, without the person. */
  sent: z.string(),
  isMasked: z.boolean(),
  /** Why it cannot be changed here. */
  fixed: z.string().nullable(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
  /** The last answer of the client's system names it. */
  isNamed: z.boolean(),
});
export type EditedLeadField = z.infer<typeof editedFieldSchema>;

const shared = { owner: 'path', groups: ['ag'], permission: 'leadanalyzer:Update' } as const;

export const leadEditGet = defineCall({
  ...shared,
  id: 'leadEditGet',
  summary:
    'Every field that the endpoint of an undelivered or refused lead is sent, with its present value; the person masked',
  route: 'GET /{p}/{owner}/lead/stuck/{leadKey}/edit',
  response: z.object({
    leadKey: key,
    leadId: z.string(),
    status: z.enum(LEAD_STATUS_CODES),
    /** Send back with the change. */
    version: z.int(),
    endpointName: z.string().nullable(),
    lastAnswer: z.string().nullable(),
    fields: z.array(editedFieldSchema),
  }),
});

export const stuckLeadEdit = defineCall({
  ...shared,
  id: 'stuckLeadEdit',
  summary:
    'Corrects values of an undelivered or refused lead and sends it again; what is left out stays, and the history keeps what was there',
  route: 'POST /{p}/{owner}/lead/stuck/edit',
  body: z.strictObject({
    leadKey: key,
    /** The version that was read: a lead that has changed since is refused. Left out, it is not compared. */
    version: z.int().optional(),
    values: leadEditValuesSchema,
  }),
  response: z.object({ queued: z.int(), atOnce: z.int() }),
});

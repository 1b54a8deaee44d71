import { z } from 'zod';
import { KPI_CODES } from '../core/metrics/kpis.ts';
import { instant, key } from '../core/calls/schema.ts';
import { CRITERION_OPERATORS, type CriterionOperator } from './criteria.ts';
import { isMoney, TARGET_FIELDS } from './targets.ts';

/** A month by its first day. */
export const goalMonth = z.iso.date().regex(/-01$/, 'must be the first of a month');

const operator = z.enum(Object.keys(CRITERION_OPERATORS) as [CriterionOperator, ...CriterionOperator[]]);

export const criterionSchema = z.object({
  criterionKey: z.string(),
  label: z.string(),
  dataType: z.enum(['choice', 'number', 'year', 'zip', 'program']),
  operators: z.array(operator),
  values: z.array(z.object({ code: z.string(), label: z.string() })).nullable(),
  range: z.array(z.number()).nullable(),
  onlyForSubject: z.string().nullable(),
});

const target = z.number().nullable();
const targets = {
  monthlyDollarCap: target,
  revisedSpendGoal: target,
  inquiryGoal: target,
  revisedInquiriesGoal: target,
  cplGoal: target,
};

export const PACING_CURVES = { EVEN: 'Even', SEASONAL: 'Seasonal' } as const;

const goalMonthTargetsSchema = z.object({
  month: goalMonth,
  ...targets,
  rowVersion: z.int(),
  updatedBy: z.string().nullable(),
  updatedAt: instant,
});
export type GoalMonthTargets = z.infer<typeof goalMonthTargetsSchema>;

const goalCriterionSchema = z.strictObject({
  criterionKey: z.string().max(40),
  operator,
  values: z.array(z.union([z.string().max(100), z.number()])).max(5000),
});

export const goalSchema = z.object({
  goalKey: key,
  ownerKey: key,
  clientKey: key,
  clientName: z.string(),
  clientModelKey: key.nullable(),
  goalName: z.string(),
  channel: z.string().nullable(),
  startMonth: goalMonth,
  endMonth: goalMonth.nullable(),
  kpi: z.enum(KPI_CODES),
  cpeGoal: z.number().nullable(),
  hardCap: z.boolean(),
  /** Where clicks go that its campaigns do not take. */
  fallbackUrl: z.string().nullable(),
  pacingCurve: z.enum(['EVEN', 'SEASONAL']),
  criteria: z.array(goalCriterionSchema),
  campusKeys: z.array(key),
  programKeys: z.array(key),
  active: z.boolean(),
  rowVersion: z.int(),
  updatedBy: z.string().nullable(),
  updatedAt: instant.nullable(),
  /** The month that it is at the owner's: those before it are closed. */
  currentMonth: goalMonth,
  /** The months that have targets, the oldest first. */
  months: z.array(goalMonthTargetsSchema),
});
export type Goal = z.infer<typeof goalSchema>;

const changes = z.partialRecord(z.enum(TARGET_FIELDS), target);

/**
 * One month of a save. With a version the fields are written only onto the month as it was then, 0 being a month without
 * targets; without one they are merged into the month as it is.
 */
const monthEdit = { month: goalMonth, rowVersion: z.int().nonnegative().optional(), changes };
const goalMonthEditSchema = z.strictObject(monthEdit);
const targetEditSchema = z.strictObject({ goalKey: key, ...monthEdit });
export type TargetEdit = z.infer<typeof targetEditSchema>;

/** What the form of a line item holds; without a key it is a new one. */
export const goalFormSchema = z.strictObject({
  goalKey: key.nullable(),
  /** The version that the form was filled from; null for a new one. */
  rowVersion: z.int().nullable(),
  clientKey: key.nullable().refine((value) => value !== null, 'Choose the client.'),
  clientModelKey: key.nullable(),
  goalName: z.string().trim().min(2, 'Enter a name of at least 2 characters.').max(120, 'Use at most 120 characters.'),
  channel: z.string().max(40).nullable(),
  startMonth: goalMonth,
  endMonth: goalMonth.nullable(),
  kpi: z.enum(KPI_CODES),
  cpeGoal: z.number().refine(isMoney, 'Enter dollars from 0 to 99,999,999.99, with at most two decimals.').nullable(),
  hardCap: z.boolean(),
  fallbackUrl: z
    .url({ protocol: /^https$/, message: 'Enter an address that begins with https://.' })
    .max(2_000, 'Use at most 2,000 characters.')
    .refine((url) => !/[{}@\\]/.test(url), 'Enter a plain address, without macros or a user name.')
    .nullable(),
  pacingCurve: z.enum(['EVEN', 'SEASONAL']),
  criteria: z.array(goalCriterionSchema).max(40),
  campusKeys: z.array(key).max(2000),
  programKeys: z.array(key).max(10_000),
  active: z.boolean(),
  months: z.array(goalMonthEditSchema).max(120),
});
export type GoalForm = z.infer<typeof goalFormSchema>;
/** The same before it is judged: the client may still be missing. */
export type GoalFormInput = z.input<typeof goalFormSchema>;

const MAX_TARGET_ROWS = 5000;
export const targetSaveSchema = z.strictObject({ rows: z.array(targetEditSchema).min(1).max(MAX_TARGET_ROWS) });
export const targetSavedSchema = z.object({
  saved: z.int(),
  rows: z.array(z.object({ goalKey: key, month: goalMonth, rowVersion: z.int() })),
});
export type TargetSaved = z.infer<typeof targetSavedSchema>;

export const targetChangeSchema = z.object({
  changeKey: z.number(),
  at: instant,
  by: z.string(),
  via: z.enum(['screen', 'file', 'job', 'undo', 'restore']),
  month: goalMonth,
  field: z.enum(TARGET_FIELDS),
  before: target,
  after: target,
});
export type TargetChange = z.infer<typeof targetChangeSchema>;

export const goalProgramSchema = z.object({
  programKey: key,
  programName: z.string(),
  programCode: z.string(),
  campusKey: key,
  campusName: z.string(),
  degreeLevel: z.string(),
  modality: z.string(),
  subjectArea: z.string(),
  active: z.boolean(),
});
export type GoalProgram = z.infer<typeof goalProgramSchema>;

export const campusGoalsSchema = z.object({
  campusKey: key,
  campusName: z.string(),
  goals: z.array(z.object({ goalKey: key, goalName: z.string(), channel: z.string().nullable(), active: z.boolean() })),
});
export type CampusGoals = z.infer<typeof campusGoalsSchema>;

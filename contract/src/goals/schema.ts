import { z } from 'zod';
import { readShape, sentShape } from '../core/records/record.ts';
import { instant, key, monthSent } from '../core/calls/schema.ts';
import { criterionOperator, goalMonth, goalRecord } from './record.ts';
import { TARGET_FIELDS } from './targets.ts';

export const criterionSchema = z.object({
  criterionKey: z.string(),
  label: z.string(),
  dataType: z.enum(['choice', 'number', 'year', 'zip', 'program']),
  operators: z.array(criterionOperator),
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

const goalMonthTargetsSchema = z.object({
  month: goalMonth,
  ...targets,
  rowVersion: z.int(),
  updatedBy: z.string().nullable(),
  updatedAt: instant,
});
export type GoalMonthTargets = z.infer<typeof goalMonthTargetsSchema>;

export const goalSchema = z.object({
  goalKey: key,
  ownerKey: key,
  ...readShape(goalRecord),
  clientName: z.string(),
  rowVersion: z.int(),
  updatedBy: z.string().nullable(),
  updatedAt: instant.nullable(),
  /** Current month by the owner's calendar: earlier months are closed. */
  currentMonth: goalMonth,
  /** Months with targets, oldest first. */
  months: z.array(goalMonthTargetsSchema),
});
export type Goal = z.infer<typeof goalSchema>;

const changes = z.partialRecord(z.enum(TARGET_FIELDS), target);

/**
 * One month of a save. With a version the fields are written only if the month still has it, 0 being a month without targets; without one
 * they are merged into the current month.
 */
const monthEdit = { month: monthSent, rowVersion: z.int().nonnegative().optional(), changes };
const goalMonthEditSchema = z.strictObject(monthEdit);
const targetEditSchema = z.strictObject({ goalKey: key, ...monthEdit });
export type TargetEdit = z.infer<typeof targetEditSchema>;

/** Form of a line item; without a key it is a new one. */
export const goalFormSchema = z.strictObject({
  goalKey: key.nullable(),
  /** The version that was read; null for a new one. */
  rowVersion: z.int().nullable(),
  ...sentShape(goalRecord),
  months: z.array(goalMonthEditSchema).max(120),
});
export type GoalForm = z.infer<typeof goalFormSchema>;

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

import { type Labels, wordsOf } from '../access/label-sets.ts';
import { isBillableLead, type LeadStatus } from './lead-status.ts';

/** Milestones in their usual order: a lead's last one is its furthest. */
export const MILESTONES = [
  'CONTACT',
  'APPOINTMENT',
  'INTERVIEW',
  'VISIT',
  'APPLICATION',
  'ENROLLMENT',
  'START',
] as const;
export type Milestone = (typeof MILESTONES)[number];

export const isMilestone = (text: string): text is Milestone => (MILESTONES as readonly string[]).includes(text);

/** Label in the owner's words: a sale in home improvement has the code of an enrollment. */
export const milestoneText = (milestone: Milestone, labels: Labels): string =>
  wordsOf(labels, milestone.toLowerCase() as Lowercase<Milestone>).one;

/** Scheduled milestones: they may have a future date, and count once it is reached. */
export const FUTURE_MILESTONES: readonly Milestone[] = ['APPOINTMENT', 'START'];

/** Only delivered leads can have milestones reported. */
export const mayHaveMilestones = (status: LeadStatus): boolean => isBillableLead(status);

/** Milestones that require an earlier one; other stages are often skipped. */
const NEEDED: readonly { of: readonly Milestone[]; before: Milestone }[] = [
  { before: 'CONTACT', of: MILESTONES.slice(1) },
  { before: 'APPLICATION', of: ['ENROLLMENT', 'START'] },
  { before: 'ENROLLMENT', of: ['START'] },
];

/** Milestones that must have happened but were not reported. A remark, never a refusal: the order is the client's. */
export const milestoneGaps = (reached: readonly Milestone[]): Milestone[] =>
  NEEDED.filter(({ before, of }) => !reached.includes(before) && of.some((one) => reached.includes(one))).map(
    ({ before }) => before,
  );

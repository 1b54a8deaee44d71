import { type Labels, wordsOf } from '../access/label-sets.ts';
import { isBillableLead, type LeadStatus } from './lead-status.ts';

/** The milestones of a lead in their usual order: the last one that it has is its furthest. */
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

/** In the owner's words: codes never change, but what a remodeler calls a sale is an enrollment here. */
export const milestoneText = (milestone: Milestone, labels: Labels): string =>
  wordsOf(labels, milestone.toLowerCase() as Lowercase<Milestone>).one;

/** Agreed upon beforehand: they may be for a day to come, and count once it has. */
export const FUTURE_MILESTONES: readonly Milestone[] = ['APPOINTMENT', 'START'];

/** Only what the client has can be reported on. */
export const mayHaveMilestones = (status: LeadStatus): boolean => isBillableLead(status);

/** What has to come before: the other stages are left out often enough. */
const NEEDED: readonly { of: readonly Milestone[]; before: Milestone }[] = [
  { before: 'CONTACT', of: MILESTONES.slice(1) },
  { before: 'APPLICATION', of: ['ENROLLMENT', 'START'] },
  { before: 'ENROLLMENT', of: ['START'] },
];

/** Milestones that must have happened and were not reported. Told, never refused: the order is the client's. */
export const milestoneGaps = (reached: readonly Milestone[]): Milestone[] =>
  NEEDED.filter(({ before, of }) => !reached.includes(before) && of.some((one) => reached.includes(one))).map(
    ({ before }) => before,
  );

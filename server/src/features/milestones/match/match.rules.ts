import { type LeadStatus, mayHaveMilestones, type UnmatchedWhy } from '@paceline/contract';

/** The identifiers of a row, in the order in which they are tried: the first that finds any lead decides. */
const WAYS = ['leadKey', 'leadId', 'clientReference', 'transactionId', 'person'] as const;
export type Way = (typeof WAYS)[number];

export interface Candidate {
  leadKey: number;
  capturedDate: string;
  status: LeadStatus;
}

export type Match = { lead: Candidate } | { why: UnmatchedWhy };

/** Chooses the lead. Only delivered ones take a milestone; a void may concern a lead that was returned since. */
export const chooseLead = (
  candidatesByWay: Readonly<Partial<Record<Way, readonly Candidate[]>>>,
  { isVoid }: { isVoid: boolean },
): Match => {
  const way = WAYS.find((one) => (candidatesByWay[one] ?? []).length > 0);
  if (way === undefined) return { why: 'none' };
  const candidates = candidatesByWay[way] ?? [];
  const taking = isVoid ? candidates : candidates.filter(({ status }) => mayHaveMilestones(status));
  const [lead, ...others] = taking;
  if (lead === undefined) return { why: 'status' };
  return others.length > 0 ? { why: 'several' } : { lead };
};

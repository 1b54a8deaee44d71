import {
  agencyMoves,
  canOverride,
  DESK_STATUSES,
  type FoundLeads,
  LEAD_STATUS_CODES,
  LEAD_STATUSES,
  type LeadStatus,
  MAX_LEADS_CHANGED,
} from '@paceline/contract';
import { formatCount } from '../../../lib/text/format.ts';
import type { ImportWords } from '../../../shared/import-dialog/prepare-import.ts';

/** Wording for changes of many leads. */
export const LEAD_WORDS: ImportWords = {
  one: 'lead',
  many: 'leads',
  done: 'changed',
  act: 'Change',
  nothing: 'No lead would change.',
  undone: 'Change undone.',
  modes: {
    label: 'Leads to change',
    goodRows: 'Those that can be changed',
    allOrNothing: 'All of them, or none if one fails',
    notAll: 'Not possible: some leads cannot be changed.',
  },
  back: { before: 'Back', after: 'Change other leads' },
};

/** Wording for recording a milestone on many leads. */
export const MILESTONE_WORDS: ImportWords = {
  ...LEAD_WORDS,
  done: 'given the milestone',
  act: 'Record on',
  nothing: 'No lead would get the milestone.',
  undone: 'The milestones are withdrawn.',
  modes: {
    label: 'Leads to record it on',
    goodRows: 'Those that can have it',
    allOrNothing: 'All of them, or none if one fails',
    notAll: 'Not possible: some leads cannot have it.',
  },
  back: { before: 'Back', after: 'Close' },
};

/** Distinct ids of pasted text: separated by lines, commas, semicolons or tabs. */
export const readIds = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n\r,;\t]+/)
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  ),
];

export const idsProblem = (ids: readonly string[]): string | null => {
  if (ids.length > MAX_LEADS_CHANGED)
    return `At most ${formatCount(MAX_LEADS_CHANGED)} leads at once: these are ${formatCount(ids.length)} ids.`;
  const long = ids.find((id) => id.length > 120);
  return long === undefined ? null : `“${long.slice(0, 40)}…” is too long for an id.`;
};

/** Running leads through the checks again is chosen among the statuses, as the checks give one. */
export const RECHECK = 'recheck';
export type Target = LeadStatus | typeof RECHECK;
const TARGETS: readonly Target[] = [RECHECK, ...DESK_STATUSES];

const canTake = (from: LeadStatus, to: Target): boolean =>
  to === RECHECK ? canOverride(from) : agencyMoves(from).some((move) => move.to === to);

/** What leads in these statuses can be given; everything when nothing is known about the leads. */
export const targetsFor = (statuses: readonly LeadStatus[]): Target[] =>
  TARGETS.filter((to) => statuses.length === 0 || statuses.some((from) => canTake(from, to)));

/** "Test (2 of 5)": a target, and how many of the leads can take it where not all can. */
export const targetText = (to: Target, leads: readonly LeadStatus[] | null): string => {
  const label = to === RECHECK ? 'Recheck with current rules' : LEAD_STATUSES[to].label;
  const able = leads?.filter((from) => canTake(from, to)).length;
  return able === undefined || able === leads?.length
    ? label
    : `${label} (${formatCount(able)} of ${formatCount(leads?.length ?? 0)})`;
};

/** Whether some of these leads would be accepted against the checks. */
export const asksCaps = (statuses: readonly LeadStatus[], to: Target | ''): boolean =>
  to === 'VAL' && (statuses.length === 0 || statuses.some(canOverride));

/** Fields required by a move to a status, from any of these statuses. */
export const needsOf = (statuses: readonly LeadStatus[], to: LeadStatus) => {
  const from = statuses.length === 0 ? LEAD_STATUS_CODES : statuses;
  const needs = new Set(
    from.flatMap((one) => agencyMoves(one).filter((move) => move.to === to)).map((move) => move.needs),
  );
  return {
    reason: needs.has('reason'),
    note: needs.has('note'),
    referenceOrNote: needs.has('referenceOrNote'),
  };
};

/** "3 Stuck, 1 Held; 2 not found": the result for pasted ids. */
export const foundText = (matched: FoundLeads): string => {
  const one = matched.flatMap(({ leads }) => (leads.length === 1 ? leads : []));
  const by = Map.groupBy(one, ({ status }) => status);
  const counts = LEAD_STATUS_CODES.flatMap((status) => {
    const leads = by.get(status);
    return leads ? [`${formatCount(leads.length)} ${LEAD_STATUSES[status].label}`] : [];
  });
  const missing = matched.filter(({ leads }) => leads.length === 0).length;
  const several = matched.filter(({ leads }) => leads.length > 1).length;
  return [
    counts.length === 0 ? 'No lead found' : counts.join(', '),
    ...(missing > 0 && counts.length > 0 ? [`${formatCount(missing)} not found`] : []),
    ...(several > 0 ? [`${formatCount(several)} with several leads`] : []),
  ].join('; ');
};

/** The status of each lead that one id names. */
export const statusesOf = (matched: FoundLeads): LeadStatus[] =>
  matched.flatMap(({ leads }) => (leads.length === 1 ? leads.map(({ status }) => status) : []));

/** Number of leads found, and whether so many can be changed at once. */
export const matchText = ({
  total,
  isMore,
}: {
  total: number | null;
  isMore: boolean;
}): { text: string; isFit: boolean } => {
  const count = total ?? 0;
  if (isMore || count > MAX_LEADS_CHANGED)
    return {
      text: `More than ${formatCount(MAX_LEADS_CHANGED)} leads match. Narrow the search.`,
      isFit: false,
    };
  if (count === 0) return { text: 'No lead matches.', isFit: false };
  return { text: `${formatCount(count)} ${count === 1 ? 'lead matches' : 'leads match'}.`, isFit: true };
};

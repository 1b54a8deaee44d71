import { auditActionWords, type BulkActionKind } from '@paceline/contract';

/** The action of a saved allocation in the audit log. */
export const MONTHS_ACTION = 'allocationsSaved';
/** Moves that a bulk action makes, as they stand in the audit log. */
export const STATUS_ACTIONS = [
  'campaign.PAUSE',
  'campaign.PAUSE_BETWEEN',
  'campaign.RESUME',
  'campaign.RESUME_ON',
  'campaign.CANCEL_PAUSE',
  'campaign.END',
  'campaign.REOPEN',
] as const;

export const kindOf = (actions: readonly string[]): BulkActionKind =>
  actions.includes(MONTHS_ACTION) ? 'allocations' : 'campaignStatus';

/** "Paused, Pause set" */
export const whatOf = (actions: readonly string[]): string => actions.map(auditActionWords).toSorted().join(', ');

const NAMED = 3;

/** "2 of 14 campaigns were changed since: A, B. Nothing was undone." */
export const changedSince = (names: readonly string[], changed: number, total: number): string => {
  const more = changed - Math.min(names.length, NAMED);
  const list = `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `${changed} of ${total} campaigns ${changed === 1 ? 'was' : 'were'} changed since: ${list}. Nothing was undone.`;
};

/** A value as text, whatever the order in which its fields were stored. */
const textOf = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => a.localeCompare(b)))
      : part,
  );

/** Whether the fields of a record have the values that a line of the log says. */
export const isAsLeft = (
  after: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): boolean => fields.every((field) => textOf(after[field]) === textOf(current[field]));

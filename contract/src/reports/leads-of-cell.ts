import { countedStatuses } from '../core/leads/lead-status.ts';
import { ROW_KEY } from '../core/calls/row-key.ts';
import { type UserGroup } from '../core/access/user-groups.ts';
import { type PickedCell } from './cell.ts';

/** Dimensions that the lead list can filter by, with their field in its address. */
const BY_KEY: Readonly<Record<string, string>> = {
  campaign: 'campaign',
  campaignCode: 'campaign',
  campus: 'campus',
  mediaPartner: 'partner',
  publisherSource: 'source',
};
const BY_VALUE: Readonly<Record<string, string>> = { state: 'state', device: 'device', leadStatus: 'status' };

/** The record keys of a row, in the order of its dimensions. */
const keysOf = (row: PickedCell['row']): unknown[] => {
  const place = String(row[ROW_KEY] ?? '');
  return JSON.parse(place.slice(place.indexOf(' ') + 1) || '[]') as unknown[];
};

/** Intersection of two status lists; null if neither restricts. */
const together = (chosen: string | undefined, counted: readonly string[] | null): readonly string[] | null => {
  const own = chosen?.split(',') ?? null;
  if (own === null || counted === null) return own ?? counted;
  return own.filter((status) => counted.includes(status));
};

/**
 * The leads behind a cell, as fields of the lead list's address, exactly as many as the count. Null if the list cannot express the cell: an
 * unsupported filter or dimension, a missing name, a part of a day range, or a count that is not of leads by status.
 */
export const leadsOfCell = (
  { row, column, question, answer }: PickedCell,
  group: UserGroup,
): Record<string, string> | null => {
  if (group === 'cl' || column.role === 'change') return null;
  const dimensions = answer.columns.filter(({ role }) => role === 'dimension').map(({ key }) => key);
  const hasDate = answer.columns.some(({ role }) => role === 'date');
  const isOneCampaign = dimensions.some((name) => BY_KEY[name] === 'campaign');
  if (hasDate || (question.channel !== 'all' && !isOneCampaign)) return null;
  const keys = keysOf(row);
  const search = new Map<string, string>();
  for (const [index, name] of dimensions.entries()) {
    const value = BY_KEY[name] === undefined ? row[name] : keys[index];
    const field = BY_KEY[name] ?? BY_VALUE[name];
    if (field === undefined || (typeof value !== 'string' && typeof value !== 'number')) return null;
    search.set(field, String(value));
  }
  for (const { member, operator, values } of question.filters) {
    // The row's own value already implies this filter.
    if (dimensions.includes(member)) continue;
    const field = BY_VALUE[member];
    if (field === undefined || operator !== 'equals' || values.length === 0) return null;
    // Two filters of one field would have to be intersected.
    if (search.has(field)) return null;
    search.set(field, values.join(','));
  }
  const beside = column.pivotIndex === undefined ? undefined : answer.pivot[column.pivotIndex];
  if (beside !== undefined) {
    const field = BY_VALUE[question.pivot ?? ''];
    if (field === undefined || beside.value === null) return null;
    search.set(field, beside.value);
  }
  const counted = countedStatuses(column.measure ?? '');
  if (counted === null && column.kind === 'count') return null;
  const statuses = together(search.get('status'), counted);
  if (statuses !== null) search.set('status', statuses.join(','));
  const days = column.role === 'previous' ? answer.compared : answer.days;
  if (statuses?.length === 0 || days === null) return null;
  return { ...Object.fromEntries(search), from: days.from, to: days.to };
};

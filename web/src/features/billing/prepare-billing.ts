import {
  BILLABLE_GROUP_CODES,
  type BillableGroup,
  type BillableName,
  type BillableRow,
  type BillingMonthState,
  firstOfMonth,
  lastOfMonth,
  type MonthState,
  plusDays,
  type Remark,
  type UserGroup,
} from '@paceline/contract';
import { writtenMonth } from '../../lib/text/days-text.ts';
import { formatInstant } from '../../lib/text/format.ts';
import { pathTo } from '../../lib/address/paths.ts';
import { groupedPrefixes } from '../../ui/lists/shared-beginnings.ts';
import type { StatusTone } from '../../ui/marks/status-mark.tsx';

/** How many months back the page offers. */
const MONTHS_BACK = 24;

export const monthText = (month: string): string => writtenMonth(month.slice(0, 7));

/** The selectable months, the current one first. */
export const monthOptions = (today: string): { value: string; label: string }[] =>
  Array.from({ length: MONTHS_BACK + 1 }, (_, index) => {
    const month = firstOfMonth(today, -index);
    return { value: month, label: monthText(month) };
  });

/** The default month: the previous one until the 5th, then the current one. */
export const firstMonth = (today: string): string => firstOfMonth(today, Number(today.slice(8)) <= 5 ? -1 : 0);

/** A month such as `2026-10` in the address; null if invalid. */
export const readMonth = (text: unknown): string | null =>
  typeof text === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? `${text}-01` : null;

/** Grouping from the address, in fixed order; without one, the default. */
export const readGroups = (text: unknown, group: UserGroup): BillableGroup[] => {
  const said = typeof text === 'string' ? text.split(',') : [];
  const groups = BILLABLE_GROUP_CODES.filter((code) => said.includes(code));
  if (groups.length > 0) return groups;
  return group === 'mp' ? ['client', 'campaign'] : ['partner', 'client', 'campaign'];
};

export const readKeys = (text: unknown): number[] =>
  typeof text === 'string' ? text.split(',').flatMap((key) => (/^[1-9]\d{0,8}$/.test(key) ? [Number(key)] : [])) : [];

export const STATE_TONES: Readonly<Record<MonthState, StatusTone>> = {
  OPEN: 'good',
  IN_REVIEW: 'warn',
  CLOSED: 'off',
  REOPENED: 'warn',
};
export const REMARK_TONES: Readonly<Record<Remark, StatusTone>> = {
  AGREED: 'good',
  DISPUTED: 'bad',
  ANSWERED: 'warn',
  SETTLED: 'off',
};

const DAY_MS = 86_400_000;
const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** When a month closes, or when it was closed. */
export const stateNote = (state: BillingMonthState, now: Date, timeZone: string): string => {
  if (state.status === 'CLOSED')
    return state.closedAt === null
      ? 'Closing: lines are being created.'
      : `Since ${formatInstant(state.closedAt, timeZone)}. Its bill no longer changes.`;
  if (state.status === 'REOPENED') return 'It stays open until someone closes it.';
  const left = Math.max(0, Math.ceil((Date.parse(state.closesAt) - now.getTime()) / DAY_MS));
  return `${daysText(left)} left. Closes automatically ${formatInstant(state.closesAt, timeZone)}.`;
};

/** Whether the month is over in the owner's zone and can be closed. */
export const isOver = ({ month }: Pick<BillingMonthState, 'month'>, today: string): boolean =>
  firstOfMonth(month) < firstOfMonth(today);

export const rowName = (row: BillableRow): string =>
  [row.campaignName ?? row.clientName ?? row.partnerName, row.sourceName].filter(Boolean).join(', ') ||
  'No media partner';

/** Names whose beginnings are alike in a bill: the owner's, and a client's in its campaigns. */
const ALIKE = ['clientName', 'campaignName'] as const satisfies readonly BillableName[];

/** The beginning of a row's name that is not shown, because its neighbours share it. */
export const prefixesOf = (rows: readonly BillableRow[]): ((key: BillableName, row: BillableRow) => string) => {
  const prefixes = new Map<string, ReadonlyMap<string, string>>(
    ALIKE.map((key) => [
      key,
      groupedPrefixes(
        rows.flatMap((row) => {
          const name = row[key];
          return name === null || name === ''
            ? []
            : [{ name, group: `${row.ownerKey} ${key === 'campaignName' ? row.clientKey : ''}` }];
        }),
      ),
    ]),
  );
  return (key, row) => prefixes.get(key)?.get(row[key] ?? '') ?? '';
};

export const rowKeyOf = ({ ownerKey, partnerKey, clientKey, campaignKey, sourceKey }: BillableRow): string =>
  [ownerKey, partnerKey, clientKey, campaignKey, sourceKey].join(' ');

/** Whether the row's month is closed at its owner: a closed month expects nothing. */
export const isFrozenRow = ({ figures }: Pick<BillableRow, 'figures'>): boolean => figures.expectedLeads === undefined;

/** Link to a row's leads; null if the lead list cannot be filtered to them. */
export const leadsPathOf = (
  row: BillableRow,
  { month, ownerKey, group }: { month: string; ownerKey: number; group: UserGroup },
): string | null => {
  const isNarrowed = row.campaignKey !== null || (row.partnerKey !== null && row.clientKey === null);
  if (!isNarrowed) return null;
  const fields = new URLSearchParams({ from: month, to: lastOfMonth(month) });
  if (row.campaignKey !== null) fields.set('campaign', String(row.campaignKey));
  else if (row.partnerKey !== null) fields.set('partner', String(row.partnerKey));
  if (row.sourceKey !== null) fields.set('source', String(row.sourceKey));
  if (group !== 'mp') fields.set('owner', String(ownerKey));
  return `${pathTo(group === 'mp' ? 'mpLeads' : 'leads')}?${fields.toString()}`;
};

/** Link to the page that handles an open item of a month. */
export const checklistPath = (item: string, month: string, ownerKey: number): string | null => {
  const days = `from=${month}&to=${plusDays(firstOfMonth(month, 1), -1)}&owner=${ownerKey}`;
  if (item === 'RETURNS') return `${pathTo('returns')}?state=OPEN&owner=${ownerKey}`;
  if (item === 'DIFFERENCES') return `${pathTo('reconciliation')}?month=${month.slice(0, 7)}&owner=${ownerKey}`;
  if (item === 'UNDELIVERED') return `${pathTo('leads')}?status=VAL,STK&${days}`;
  if (item === 'DISPUTES') return `${pathTo('billable')}?month=${month.slice(0, 7)}&state=DISPUTED&owner=${ownerKey}`;
  return null;
};

import {
  AGREED_FIELDS,
  agreedValue,
  ALLOCATION_MONTHS,
  ATTENTION_COLUMNS,
  CAMPAIGN_COLUMNS,
  type Column,
  columnLabel,
  EDIT_FIELDS,
  type EditField,
  editableFields,
  isPriceField,
  MAX_PRICE,
  MAX_UNITS,
  planRemarks,
  USER_GROUPS,
  type UserGroup,
} from '@paceline/contract';
import { z } from 'zod';
import { AppError } from '../../../lib/app-error.ts';
import { type BulkColumn } from '../../../shared/bulk/cell-values.rules.ts';
import {
  type BulkContext,
  type BulkCurrent,
  type BulkRow,
  defineBulk,
  type RowRemark,
} from '../../../shared/bulk/define-bulk.ts';
import { insertMissingMonths, lockMonths, setVia } from '../../../shared/month-edits/month-edits.queries.ts';
import { planOf } from '../../../shared/month-edits/month-edits.rules.ts';
import { applyEdits } from '../../../shared/month-edits/apply-month-edits.ts';
import { listOpenWishes, listPricesInForce } from './sheets.queries.ts';

const params = z.object({ month: z.enum(ALLOCATION_MONTHS) });
type Context = BulkContext<z.infer<typeof params>>;

const editFields: ReadonlySet<string> = new Set(EDIT_FIELDS);

/** Names for a column: those of the sender's group and vocabulary, besides its name in the API. */
const namesOf = (column: Column): string[] => [
  ...new Set([
    column.key,
    ...USER_GROUPS.flatMap((group) => [columnLabel(column, 'default', group), columnLabel(column, 'sales', group)]),
  ]),
];

const bulkColumn = (column: Column): BulkColumn => {
  const [, label = column.key, ...aliases] = namesOf(column);
  const labelFor = Object.fromEntries(USER_GROUPS.map((group) => [group, columnLabel(column, 'default', group)]));
  const named = { key: column.key, label, labelFor, aliases: [column.key, ...aliases] };
  if (column.key === 'campaignKey') return { ...named, type: 'key', required: true };
  if (!editFields.has(column.key)) return { ...named, type: 'text', context: true };
  if (isPriceField(column.key)) return { ...named, type: 'money', min: 0, max: MAX_PRICE };
  const min = column.key === 'incrementalCapacity' ? -MAX_UNITS : 0;
  return { ...named, type: 'int', min, max: MAX_UNITS };
};

/** Of two columns with the same customer label, the editable one is used. */
const withoutTwins = (columns: readonly BulkColumn[]): BulkColumn[] => {
  const usedKeys = new Set<string>();
  const take = (column: BulkColumn): BulkColumn => {
    const names = [column.label, ...(column.aliases ?? [])].filter((name) => !usedKeys.has(name.toLowerCase()));
    for (const name of names) usedKeys.add(name.toLowerCase());
    const [label = column.key, ...aliases] = names;
    const labelFor = Object.fromEntries(
      Object.entries(column.labelFor ?? {}).filter(([, word]) => word !== label && names.includes(word)),
    );
    return { ...column, label, labelFor, aliases };
  };
  const first = columns.filter(({ context }) => context !== true).map(take);
  return [...first, ...columns.filter(({ context }) => context === true).map(take)];
};

const COLUMNS: BulkColumn[] = withoutTwins([
  ...[...CAMPAIGN_COLUMNS, ...ATTENTION_COLUMNS].filter(({ kind }) => kind !== 'action').map(bulkColumn),
  { key: 'rowVersion', label: 'Row Version', aliases: ['rowVersion'], type: 'int', context: true },
]);

/** What the group's sheet shows of a row. A rule about a field that it does not show would tell the field's value. */
const shownTo = (group: UserGroup, values: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const hidden = new Set(CAMPAIGN_COLUMNS.filter(({ groups }) => !groups.includes(group)).map(({ key }) => key));
  return Object.fromEntries(Object.entries(values).filter(([field]) => !hidden.has(field)));
};

/** The rows as the sheet showed them: a price not set for the month shows the one in force. */
const load = async (
  tx: Parameters<typeof lockMonths>[0],
  { ownerKey, group, params: { month }, now }: Context,
  ids: readonly string[],
): Promise<Map<string, BulkCurrent>> => {
  const keys = ids.map(Number);
  await insertMissingMonths(tx, [ownerKey], keys, now, month);
  const months = await lockMonths(tx, [ownerKey], keys, now, month);
  const prices = await listPricesInForce(tx, keys, now);
  const wishes = await listOpenWishes(tx, keys);
  return new Map(
    months.map((row): [string, BulkCurrent] => {
      const price = prices.get(row.campaignKey);
      const values = {
        ...row,
        clientBidPrice: row.clientBidPrice ?? price?.client ?? null,
        aggregatorBidPrice: row.aggregatorBidPrice ?? price?.media ?? null,
        requestedAllocation: wishes.get(`${row.campaignKey} ${row.month}`) ?? null,
      };
      const agreed = Object.fromEntries(Object.keys(AGREED_FIELDS).map((field) => [field, agreedValue(values, field)]));
      return [
        String(row.campaignKey),
        {
          label: row.campaignName,
          version: row.rowVersion,
          values: shownTo(group, values),
          shownForBlank: shownTo(group, agreed),
        },
      ];
    }),
  );
};

const validate = ({ current, after }: BulkRow): RowRemark[] => {
  const [column = null] = Object.keys(after);
  if (current === null || column === null) return [];
  const plan = planOf({ ...(current.values as object), ...(after as object) });
  // A file does not know the eligible days or the delivery so far; remarks that depend on them appear on the screen.
  return planRemarks(plan, { eligibleDays: Infinity, delivered: 0 }).map(({ level, message }) => ({
    column,
    message,
    warning: level !== 'error',
  }));
};

export const allocationsBulk = defineBulk({
  kind: 'allocations',
  title: 'Allocation sheet',
  groups: USER_GROUPS,
  permission: 'allocations:Import',
  params,
  columns: COLUMNS,
  keyColumns: ['campaignKey'],
  versionColumn: 'rowVersion',
  editable: (column, { group, params: { month } }) =>
    editableFields(group, month).some((field) => field === column) || `cannot be changed in the ${month} month.`,
  assertAllowed: (_tx, { group, params: { month } }) =>
    editableFields(group, month).length === 0
      ? Promise.reject(new AppError('FORBIDDEN', { message: 'The current month is read-only.' }))
      : Promise.resolve(),
  load,
  judgesWithErrors: true,
  validate,
  apply: async (tx, { scope, origin, params: { month }, now, undoing }, changes) => {
    await setVia(tx, undoing ? 'undo' : 'file');
    const edits = changes.map(({ id, after }) => ({
      campaignKey: Number(id),
      changes: after as Partial<Record<EditField, number | null>>,
    }));
    await applyEdits(tx, { scope, origin }, { edits, month, now });
  },
});

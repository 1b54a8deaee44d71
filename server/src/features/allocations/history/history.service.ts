import {
  type AllocationMonth,
  CAMPAIGN_COLUMNS,
  type CellChange,
  columnsFor,
  type UserGroup,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { COLUMN_OF, type StoredField } from '../../../shared/month-edits/month-edits.queries.ts';
import { type EditDeps } from '../editing/editing.service.ts';
import { listCellsAt, listChanges } from './history.queries.ts';

const STORED = Object.entries(COLUMN_OF) as [StoredField, string][];
export const fieldOfColumn = new Map(STORED.map(([field, column]) => [column, field]));

/** The stored columns behind those the group may see: the history of a price is as restricted as the price. */
export const visibleColumns = (group: UserGroup): string[] => {
  const visible = new Set(columnsFor(CAMPAIGN_COLUMNS, group).map(({ key }) => key));
  return STORED.flatMap(([field, column]) => (visible.has(field) ? [column] : []));
};

export const listCampaignChanges = async (
  { db, clock }: EditDeps,
  { scope, group }: { scope: Scope; group: UserGroup },
  campaignKey: number,
  { month, field }: { month: AllocationMonth; field?: string | undefined },
): Promise<CellChange[]> => {
  const columns = visibleColumns(group).filter((column) => field === undefined || fieldOfColumn.get(column) === field);
  const changes = await db.readScope(scope, (tx) =>
    listChanges(tx, campaignKey, { now: clock.now(), month, fields: columns }),
  );
  return changes.map((change) => ({ ...change, field: fieldOfColumn.get(change.field) ?? change.field }));
};

interface SheetAt {
  at: string;
  rows: { campaignKey: number; values: Partial<Record<StoredField, number | null>> }[];
}

/** The sheet at an earlier time, as the cells that differed from now. */
export const getSheetAt = async (
  { db, clock }: EditDeps,
  { scope, group }: { scope: Scope; group: UserGroup },
  ownerKey: number,
  month: AllocationMonth,
  moment: Date,
): Promise<SheetAt> => {
  const cells = await db.readScope(scope, (tx) =>
    listCellsAt(tx, ownerKey, moment, { now: clock.now(), month, fields: visibleColumns(group) }),
  );
  const rows = new Map<number, Partial<Record<StoredField, number | null>>>();
  for (const { campaignKey, field, value } of cells) {
    const name = fieldOfColumn.get(field);
    if (name === undefined) continue;
    const values = rows.get(campaignKey) ?? {};
    values[name] = value;
    rows.set(campaignKey, values);
  }
  return { at: moment.toISOString(), rows: [...rows].map(([campaignKey, values]) => ({ campaignKey, values })) };
};

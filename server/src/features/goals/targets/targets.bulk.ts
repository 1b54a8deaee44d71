import {
  isCountTarget,
  MAX_DOLLARS,
  MAX_INQUIRIES,
  NO_TARGETS,
  TARGET_FIELDS,
  TARGET_LABELS,
  type Targets,
} from '@paceline/contract';
import { z } from 'zod';
import { type Tx } from '../../../db/scope/tx.ts';
import { type BulkColumn } from '../../../shared/bulk/cell-values.rules.ts';
import {
  type BulkContext,
  type BulkCurrent,
  type BulkRow,
  defineBulk,
  type FileRemark,
} from '../../../shared/bulk/define-bulk.ts';
import { getCalendar } from '../goals.queries.ts';
import { listGoalSpans, listTargets, type LockedGoal, lockGoals, setVia } from './targets.queries.ts';
import { isClosed, isWithin, monthName, placeIn } from './targets.rules.ts';
import { applyTargets } from './targets.service.ts';

const COLUMNS: readonly BulkColumn[] = [
  { key: 'goalKey', label: 'Goal Key', aliases: ['goalKey'], type: 'key', required: true },
  { key: 'lineItem', label: 'Line Item', aliases: ['goalName'], type: 'text', context: true },
  { key: 'campus', label: 'Campus', aliases: ['campusName'], type: 'text', context: true },
  { key: 'month', label: 'Month', type: 'month', required: true },
  ...TARGET_FIELDS.map((field): BulkColumn => {
    const named = { key: field, label: TARGET_LABELS[field], aliases: [field] };
    return isCountTarget(field)
      ? { ...named, type: 'int', min: 0, max: MAX_INQUIRIES }
      : { ...named, type: 'money', min: 0, max: MAX_DOLLARS };
  }),
  { key: 'rowVersion', label: 'Row Version', aliases: ['rowVersion'], type: 'int', context: true },
];

/** `12|2026-03-01`: a line item and a month. */
const pairOf = (id: string): { goalKey: number; month: string } => {
  const [goalKey = '', month = ''] = id.split('|');
  return { goalKey: Number(goalKey), month };
};

/** A file may create a line item's month that has no targets yet. */
const load = async (
  tx: Tx,
  { ownerKey }: BulkContext,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, BulkCurrent>> => {
  const pairs = ids.map(pairOf);
  const find = lock ? lockGoals : listGoalSpans;
  const storedTargets = await find(
    tx,
    ownerKey,
    pairs.map(({ goalKey }) => goalKey),
  );
  const goals = new Map<number, LockedGoal>(storedTargets.map((goal) => [goal.goalKey, goal]));
  const stored = new Map((await listTargets(tx, ownerKey, pairs)).map((row) => [`${row.goalKey}|${row.month}`, row]));
  return new Map(
    pairs.flatMap(({ goalKey, month }): [string, BulkCurrent][] => {
      const goal = goals.get(goalKey);
      if (goal === undefined) return [];
      const targets = stored.get(`${goalKey}|${month}`);
      const label = `${goal.goalName}, ${monthName(month)}`;
      const values = { ...goal, ...NO_TARGETS, ...targets, month };
      return [[`${goalKey}|${month}`, { label, version: targets?.rowVersion ?? null, values }]];
    }),
  );
};

const check = async (tx: Tx, { ownerKey, now }: BulkContext, rows: readonly BulkRow[]): Promise<FileRemark[]> => {
  const { currentMonth } = await getCalendar(tx, ownerKey, now);
  return rows.flatMap(({ row, id, current }): FileRemark[] => {
    const { month } = pairOf(id ?? '');
    const goal = current?.values as unknown as LockedGoal;
    if (isClosed(month, currentMonth))
      return [
        { row, column: 'month', message: `${monthName(month)} is closed: its targets can no longer be changed.` },
      ];
    if (!isWithin(month, goal))
      return [{ row, column: 'month', message: `${monthName(month)} is outside the months of ${goal.goalName}.` }];
    return [];
  });
};

const write = async (
  tx: Tx,
  { ownerKey, scope, origin, now, undoing }: BulkContext,
  changes: readonly { id: string | null; targets: Partial<Targets> }[],
): Promise<void> => {
  await setVia(tx, undoing ? 'undo' : 'file');
  const { currentMonth } = await getCalendar(tx, ownerKey, now);
  const edits = changes.map(({ id, targets }) => ({ ...pairOf(id ?? ''), changes: targets }));
  await applyTargets(tx, edits, { ownerKey, writer: { scope, origin }, now, currentMonth, place: placeIn('rows') });
};

export const goalTargetsBulk = defineBulk({
  kind: 'goalTargets',
  title: 'Goal targets',
  groups: ['ag'],
  permission: 'goals:Import',
  params: z.object({}),
  columns: COLUMNS,
  keyColumns: ['goalKey', 'month'],
  versionColumn: 'rowVersion',
  load,
  check,
  apply: (tx, context, changes) =>
    write(
      tx,
      context,
      changes.map(({ id, after }) => ({ id, targets: after as Partial<Targets> })),
    ),
  // A month created by the file stays, empty: its history refers to it.
  remove: (tx, context, changes) =>
    write(
      tx,
      context,
      changes.map(({ id }) => ({ id, targets: NO_TARGETS })),
    ),
});

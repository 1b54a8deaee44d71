import {
  type AllocationMonth,
  type CampaignRow,
  type CellOutcome,
  distributeChanges,
  type DistributeBy,
  formatMetricValue,
  type GoalRoom,
  paceChanges,
  percentChanges,
  type PlanField,
} from '@paceline/contract';
import type { CellChange } from '../../../ui/grid/types.ts';

/** A change for all selected campaigns. */
export type BulkKind = 'percent' | 'pace' | 'distribute';

/** The selection a bulk change applies to, as it was when the change was chosen. */
export interface BulkTarget {
  kind: BulkKind;
  rows: readonly CampaignRow[];
  /** The plan field to change in each row, with its column's name. */
  field: PlanField;
  label: string;
  /** Set if all rows belong to one line item. */
  goal: { name: string; room: GoalRoom; units: number } | null;
}

interface BulkInput {
  percent: number;
  amount: number;
  by: DistributeBy;
}

interface BulkPlan {
  outcomes: readonly CellOutcome[];
  /** Units no campaign could take. */
  left: number;
}

export const planBulk = ({ kind, rows, field }: BulkTarget, month: AllocationMonth, input: BulkInput): BulkPlan => {
  if (kind === 'percent') return { outcomes: percentChanges(rows, field, input.percent), left: 0 };
  if (kind === 'pace') return { outcomes: paceChanges(rows, month), left: 0 };
  return distributeChanges(rows, month, input.amount, input.by);
};

const isChange = ({ before, after }: CellOutcome): boolean => after !== null && after !== before;

export const changesOf = ({ outcomes }: BulkPlan, field: string): CellChange[] =>
  outcomes.filter(isChange).map(({ campaignKey, after }) => ({ rowKey: campaignKey, columnKey: field, value: after }));

export const countOf = (value: number | null): string => formatMetricValue({ kind: 'count' }, value);

const dollars = (value: number): string => formatMetricValue({ kind: 'dollar' }, value, { place: 'tile' });

/** "18 inquiries, $1,240 left", "over by 18 inquiries, $747", "75 inquiries left, no budget". */
export const roomWords = ({ inquiries, dollars: money }: GoalRoom): string => {
  const parts = [
    ...(inquiries === null
      ? []
      : [
          {
            isOver: inquiries < 0,
            words: `${countOf(Math.abs(inquiries))} ${Math.abs(inquiries) === 1 ? 'inquiry' : 'inquiries'}`,
          },
        ]),
    ...(money === null || money === 0 ? [] : [{ isOver: money < 0, words: dollars(Math.abs(money)) }]),
  ];
  const [over, left] = [true, false].map((isOver) =>
    parts.flatMap((part) => (part.isOver === isOver ? [part.words] : [])).join(', '),
  );
  if (inquiries === null && money === null) return 'no goal';
  const said = [...(over ? [`over by ${over}`] : []), ...(left ? [`${left} left`] : [])];
  return [...said, ...(money === 0 ? ['no budget left'] : [])].join(', ');
};

interface BulkSums {
  before: number;
  after: number;
  changed: number;
  refused: number;
  /** The line item's remaining room after the change. */
  room: GoalRoom | null;
}

export const sumBulk = ({ rows, goal }: BulkTarget, { outcomes }: BulkPlan): BulkSums => {
  const priceOf = new Map(rows.map(({ campaignKey, basis }) => [campaignKey, basis.isPpl ? (basis.price ?? 0) : 0]));
  const sums = { before: 0, after: 0, changed: 0, refused: 0 };
  let money = 0;
  for (const outcome of outcomes) {
    const before = outcome.before ?? 0;
    const after = outcome.after ?? before;
    sums.before += before;
    sums.after += after;
    money += (after - before) * (priceOf.get(outcome.campaignKey) ?? 0);
    if (outcome.after === null) sums.refused += 1;
    else if (isChange(outcome)) sums.changed += 1;
  }
  const room = goal && {
    inquiries: goal.room.inquiries === null ? null : goal.room.inquiries - (sums.after - sums.before),
    dollars: goal.room.dollars === null ? null : goal.room.dollars - money,
  };
  return { ...sums, room };
};

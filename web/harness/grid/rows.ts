import { cellValue, InvalidEntry } from '../../src/ui/grid/edit/cell-value.ts';
import { runningSums } from '../../src/ui/grid/view/running-sums.ts';
import type { Edits, RowKey } from '../../src/ui/grid/types.ts';

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export interface CampaignRow {
  key: RowKey;
  name: string;
  partner: string;
  /** A partner's row has its campaigns below it. */
  children?: readonly CampaignRow[];
  [figure: string]: unknown;
}

const SUFFIXES = ['1', '7', '30', 'Mtd', 'Lm'];
const SUMMED = [
  'budget',
  'cap',
  'dailyCap',
  'spent',
  'duplicates',
  'invalid',
  ...SUFFIXES.flatMap((suffix) =>
    ['spend', 'clicks', 'inquiries', 'contacted', 'enrolled'].map((figure) => `${figure}${suffix}`),
  ),
  ...MONTHS.map((month) => `plan${month}`),
];
const ENTERED = [
  'budget',
  'cap',
  'dailyCap',
  'price',
  'target',
  'note',
  'autoPace',
  ...MONTHS.map((month) => `plan${month}`),
];

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const ratio = (part: unknown, whole: unknown): number | null =>
  number(whole) === 0 ? null : number(part) / number(whole);

/** Figures computed from others, for a campaign, a partner or the totals. */
const derive = (row: Record<string, unknown>): Record<string, unknown> => {
  const left = number(row.budget) - number(row.spent);
  const derived: Record<string, unknown> = {
    remaining: left,
    pace: ratio(row.spent, row.budget),
    affordable: row.price == null ? null : Math.max(0, Math.floor(left / Math.max(0.01, number(row.price)))),
    planned: MONTHS.reduce((sum, month) => sum + number(row[`plan${month}`]), 0),
    score: ratio(number(row.inquiriesLm) - number(row.invalid), row.inquiriesLm),
  };
  derived.plannedShare = ratio(derived.planned, 12 * number(row.budget));
  for (const suffix of SUFFIXES) {
    derived[`cost${suffix}`] = ratio(row[`spend${suffix}`], row[`inquiries${suffix}`]);
    derived[`rate${suffix}`] = ratio(row[`enrolled${suffix}`], row[`inquiries${suffix}`]);
  }
  return derived;
};

const withDerived = (sums: Record<string, number>): Record<string, unknown> => ({ ...sums, ...derive(sums) });

/** Keeps running sums, because the totals are needed at every keystroke. */
export const makeTotals = () => {
  const sums = runningSums(SUMMED);
  return (rows: readonly CampaignRow[]): Record<string, unknown> => withDerived(sums(rows));
};

/** A campaign with its edits applied. */
export const campaign = (base: CampaignRow, edits: ReadonlyMap<string, unknown> | undefined): CampaignRow => {
  const row: CampaignRow = { ...base };
  for (const key of ENTERED) {
    const value = cellValue({ key, label: '', kind: 'text' }, base, edits);
    row[key] = value instanceof InvalidEntry ? null : value;
  }
  return Object.assign(row, derive(row));
};

export const partnerRow = (partner: string, children: readonly CampaignRow[]): CampaignRow => ({
  key: `partner ${partner}`,
  name: partner,
  partner,
  children,
  ...withDerived(runningSums(SUMMED)(children)),
});

/** Recomputes only what an edit affects: the campaign and its partner. */
export const withEdits = (
  groups: readonly CampaignRow[],
  bases: ReadonlyMap<RowKey, CampaignRow>,
  before: Edits,
  edits: Edits,
): readonly CampaignRow[] => {
  const touched = new Set([...before.keys(), ...edits.keys()].filter((key) => before.get(key) !== edits.get(key)));
  if (touched.size === 0) return groups;
  const partners = new Set([...touched].map((key) => bases.get(key)?.partner));
  return groups.map((group) => {
    if (!partners.has(group.partner)) return group;
    const children = group.children?.map((row) => {
      const base = bases.get(row.key);
      return base && touched.has(row.key) ? campaign(base, edits.get(row.key)) : row;
    });
    return partnerRow(group.partner, children ?? []);
  });
};

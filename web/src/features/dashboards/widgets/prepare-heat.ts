import { type WidgetAnswer, type WidgetColumn, type WidgetRow, wholePercent } from '@paceline/contract';

/** The look of a heat map cell, beside its number. */
export interface HeatCell {
  /** Colour intensity, 0 to 100. */
  shade: number;
  /** Hatched: not complete yet. */
  open?: true;
  /** Nothing was expected: neither good nor bad. */
  closed?: true;
  /** The colour's meaning in words. */
  words: string;
}
export type HeatOf = (row: WidgetRow, column: WidgetColumn) => HeatCell | null;

/** In percent: from here a cohort counts as complete. */
const WHOLE = 99.5;

const AGE = /^age\d+$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const numberAt = (row: WidgetRow, key: string): number | null => {
  const value = row[key];
  return typeof value === 'number' ? value : null;
};

/**
 * Outcomes by age: the larger the share of a month's inquiries, the darker; ages not reached yet are hatched and say how complete they are.
 */
export const cohortHeat = ({ data }: Pick<WidgetAnswer, 'data'>): HeatOf => {
  const rates = data.flatMap((row) =>
    Object.keys(row).flatMap((key) => (AGE.test(key) ? (numberAt(row, key) ?? []) : [])),
  );
  const most = Math.max(0, ...rates);
  return (row, { key }) => {
    if (key === 'rate') {
      const matured = numberAt(row, 'percentMatured');
      return matured === null || matured >= WHOLE
        ? null
        : { shade: 0, open: true, words: `${wholePercent(matured)}% matured` };
    }
    if (!AGE.test(key)) return null;
    const [rate, matured, count] = [numberAt(row, key), numberAt(row, `${key}Matured`), numberAt(row, `${key}Count`)];
    const shade = rate === null || most === 0 ? 0 : (rate / most) * 100;
    const reached = rate === null ? 'Too early to judge' : `${count ?? 0} so far`;
    if (matured === null || matured < 100)
      return { shade, open: true, words: `${reached}, ${wholePercent(matured ?? 0)}% matured` };
    return { shade, words: `${count ?? 0} in all` };
  };
};

/** A day's leads against the number an open day of the campaign needs. */
export const deliveryHeat: HeatOf = (row, { key }) => {
  if (!DAY.test(key)) return null;
  const [delivered, due] = [numberAt(row, key) ?? 0, numberAt(row, 'due')];
  if (due === null) return { shade: 0, words: 'No allocation' };
  if (String(row['closedDays'] ?? '').includes(key)) return { shade: 0, closed: true, words: 'Closed that day' };
  const share = due === 0 ? 0 : (delivered / due) * 100;
  return { shade: Math.min(100, share), words: `${wholePercent(share)}% of ${Math.round(due * 10) / 10} a day` };
};

import { countedWords, isTooEarly, type WidgetAnswer, type WidgetColumn } from '@paceline/contract';

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;

/**
 * Notes below a widget on how its outcomes are counted: two widgets of a page may count one outcome by its own day and by the day of its
 * inquiry.
 */
export const basisNotes = (answer: WidgetAnswer, columns: readonly WidgetColumn[]): string[] => {
  const { basis = {}, compared, data, totals } = answer;
  if (data.length === 0) return [];
  // A mature cost that replaces a recent one is based on other inquiries.
  const isReplaced = (column: WidgetColumn): boolean =>
    column.key === 'cpe' && typeof totals['matureCpe'] === 'number' && isTooEarly(answer, column);
  const shown = columns.flatMap((column) => {
    const { key, label, short = label } = column;
    const of = basis[key];
    return of === undefined || isReplaced(column) ? [] : [{ short, ...of }];
  });
  const words = new Map<string, string[]>();
  for (const { short, counted, percentMatured } of shown) {
    const text = countedWords(counted, percentMatured);
    words.set(text, [...(words.get(text) ?? []), short]);
  }
  const counts = [...words].map(([text, names]) => `${listed(names)}: ${text}.`);
  const isCompared = compared !== null && shown.some(({ counted }) => counted === 'cohort');
  return isCompared ? [...counts, 'Changes compare both periods as if fully matured.'] : counts;
};

import { type AllOwners, type AllOwnersRow, ownerVerdict, type PacingMark, totalOfOwners } from '@paceline/contract';
import { formatMetricValue } from '@paceline/contract';
import { writtenMonth } from '../../../lib/text/days-text.ts';
import { formatCount } from '../../../lib/text/format.ts';

/** How the page divides owners: by the mark of their verdict, or without one. */
const PACING_CHOICES = ['over', 'under', 'on', 'none'] as const;
type PacingChoice = (typeof PACING_CHOICES)[number];
const CHOICE_WORDS: Record<PacingChoice, string> = {
  over: 'Over',
  under: 'Under',
  on: 'On pace',
  none: 'Not judged',
};

const choiceOf = ({ figures }: AllOwnersRow): PacingChoice | null => {
  if (figures === null) return null;
  const mark: PacingMark | null = ownerVerdict('dollar', figures).mark;
  return mark === null || mark === 'capped' ? 'none' : mark;
};

interface OwnersFilters {
  pacing?: string | undefined;
  vertical?: string | undefined;
  manager?: string | undefined;
  brand?: string | undefined;
}

export const filterOwners = (
  rows: readonly AllOwnersRow[],
  { pacing, vertical, manager, brand }: OwnersFilters,
): AllOwnersRow[] =>
  rows.filter(
    (row) =>
      (pacing === undefined || choiceOf(row) === pacing) &&
      (vertical === undefined || row.vertical === vertical) &&
      (manager === undefined || row.manager === manager) &&
      (brand === undefined || row.brands.includes(brand)),
  );

interface Choice {
  value: string;
  label: string;
}

const byName = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true }).compare;
const plain = (names: Iterable<string>): Choice[] =>
  [...new Set(names)].toSorted(byName).map((name) => ({ value: name, label: name }));

/** What there is to choose, each verdict with its number of owners. */
export const ownersChoices = (rows: readonly AllOwnersRow[]): Record<keyof OwnersFilters, Choice[]> => {
  const counts = Map.groupBy(rows, choiceOf);
  return {
    pacing: PACING_CHOICES.map((value) => ({
      value,
      label: `${CHOICE_WORDS[value]} (${formatCount(counts.get(value)?.length ?? 0)})`,
    })),
    vertical: plain(rows.map(({ vertical }) => vertical)),
    manager: plain(rows.flatMap(({ manager }) => (manager === '' ? [] : [manager]))),
    brand: plain(rows.flatMap(({ brands }) => brands)),
  };
};

const dollars = (value: number | null): string => formatMetricValue({ kind: 'dollar', decimals: 0 }, value);
const ownersIn = (count: number): string => `${formatCount(count)} ${count === 1 ? 'owner' : 'owners'}`;

/** The page's answer in a sentence: how many owners are off, and what is at stake. */
export const ownersSentence = (rows: readonly AllOwnersRow[]): string => {
  const months = rows.flatMap(({ figures }) => figures ?? []);
  const { attention, atStake, totals } = totalOfOwners(months);
  const counts = Map.groupBy(rows, choiceOf);
  const parts = PACING_CHOICES.flatMap((choice) => {
    const count = counts.get(choice)?.length ?? 0;
    return count === 0 ? [] : [`${formatCount(count)} ${CHOICE_WORDS[choice].toLowerCase()}`];
  });
  const spend = `${dollars(totals.mtdSpent)} spent of ${dollars(totals.budget)}`;
  const needs =
    attention === 0
      ? 'nothing needs attention'
      : `${dollars(atStake)} at stake in ${formatCount(attention)} ${attention === 1 ? 'place' : 'places'}`;
  return `${ownersIn(rows.length)}: ${[...parts, spend, needs].join(', ')}.`;
};

/** What a reader has to know about the rows: figures still to come, and owners in another month. */
export const ownersNotes = ({ rows, due }: AllOwners): string[] => {
  const months = Map.groupBy(
    rows.flatMap(({ figures }) => figures?.month ?? []),
    (month) => month,
  );
  const [latest = '', ...earlier] = [...months.keys()].toSorted().toReversed();
  return [
    ...(due > 0 ? [`Updating figures of ${ownersIn(due)}…`] : []),
    ...earlier.map(
      (month) =>
        `By their own calendars ${ownersIn(months.get(month)?.length ?? 0)} still ${months.get(month)?.length === 1 ? 'has' : 'have'} ${writtenMonth(month)}, the others ${writtenMonth(latest)}.`,
    ),
  ];
};

import {
  factOf,
  type MetricKey,
  METRICS,
  countedLabel,
  type ReportChannel,
  roundHalfUp,
  type UserGroup,
} from '@paceline/contract';

/** A number as somebody reads it: where, under which word, of which days. */
export interface Figure {
  place: string;
  /** What it is called on the screen, and whether it is dollars, a count or a percentage. */
  word: string;
  /** What it is made of. */
  formula: string;
  channel: ReportChannel;
  days: string;
  value: number | null;
}

/** The same sums divided the same way are the same number, whatever it is called. */
const formulaOf = (key: MetricKey, group: UserGroup): string => {
  const metric = METRICS[key];
  const window =
    metric.window.days === 'range' || metric.window.days === 'mtd' ? '' : ` ${JSON.stringify(metric.window)}`;
  if (metric.basis === 'derived') {
    const parts = metric.parts.map((part) => factOf(part, group) ?? part);
    return `${metric.derive.toString()} of ${parts.join(', ')}${window}`;
  }
  const part = metric.part === undefined ? key : (factOf(metric.part, group) ?? metric.part);
  return `${part}${window}`;
};

interface FigureInput {
  place: string;
  metric: MetricKey;
  channel: ReportChannel;
  range: { from: string; to: string };
  value: unknown;
  group: UserGroup;
}

export const figureOf = ({ place, metric, channel, range, value, group }: FigureInput): Figure => ({
  place,
  // A widget says itself of which days its numbers are.
  word: `${countedLabel(metric, 'default', group).replace(/^MTD /, '')} (${METRICS[metric].kind})`,
  formula: formulaOf(metric, group),
  channel,
  days: `${range.from}..${range.to}`,
  value: typeof value === 'number' ? roundHalfUp(value, 4) : null,
});

const byValue = (figures: readonly Figure[]): string =>
  [...Map.groupBy(figures, ({ value }) => value)]
    .map(([value, same]) => `${value} (${same.map(({ place }) => place).join(', ')})`)
    .join(' against ');

/** Every word and every formula that has two values for the same channel and days. */
export const differences = (figures: readonly Figure[]): string[] => {
  const differenceSet = new Set<string>();
  for (const by of ['word', 'formula'] as const)
    for (const same of Map.groupBy(figures, (one) => `${one[by]} | ${one.channel} | ${one.days}`).values())
      if (new Set(same.map(({ value }) => value)).size > 1)
        differenceSet.add(`${same[0]!.word}, ${same[0]!.channel}, ${same[0]!.days}: ${byValue(same)}`);
  return [...differenceSet];
};

/** Rows of what can be added up must come to their total. */
export const rowsThatMissTheirTotal = (
  place: string,
  metric: MetricKey,
  rows: readonly Record<string, unknown>[],
  name: string,
  total: unknown,
): string[] => {
  const { basis } = METRICS[metric];
  if (basis !== 'additive' && !(basis === 'period' && METRICS[metric].rollUp === 'sum')) return [];
  const sum = roundHalfUp(
    rows.reduce((all, row) => all + Number(row[name] ?? 0), 0),
    2,
  );
  return sum === roundHalfUp(Number(total ?? 0), 2)
    ? []
    : [`${place}: ${metric} of the rows is ${sum}, in all ${String(total)}`];
};

import {
  type AdditiveMetricKey,
  factOf,
  formatMetricValue,
  type MetricKey,
  metricLabel,
  METRICS,
  metricValue,
  numberOf,
  type Parts,
  partsOf,
  sumParts,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../src/db/scope/tx.ts';
import { FACT_SQL } from '../../src/metrics/sql/fact-sql.ts';

/** Prints two tables of a loaded scenario: a month of campaigns, and the outcomes of inquiries. */

const CAMPAIGN_MEASURES: readonly MetricKey[] = [
  ...(['grossLeads', 'validLeads', 'validRate', 'returned', 'billableLeads'] as const),
  ...(['cpl', 'spend', 'mediaCost', 'marginPercent'] as const),
];
const FUNNEL_MEASURES: readonly MetricKey[] = [
  ...(['validLeads', 'contactRate', 'appointmentRate', 'applicationRate', 'enrollRate', 'startRate'] as const),
  ...(['spend', 'cpl', 'cpa', 'cpe', 'cps'] as const),
];
const MAX_ROWS = 20;
/** After five months the starts are known and no longer change. */
const MATURE_MONTHS = 5;

interface Line {
  labels: readonly string[];
  parts: Parts;
}

const factsOf = (measures: readonly MetricKey[]): AdditiveMetricKey[] => [
  ...new Set(measures.flatMap(partsOf).map((part) => factOf(part, 'ag')!)),
];

/** The fact sums needed for the measures, grouped by the query's labels. */
const listLines = async (
  tx: Tx,
  measures: readonly MetricKey[],
  { labels, from, where }: { labels: readonly string[]; from: string; where: string },
): Promise<Line[]> => {
  const columns = [
    ...labels.map((label, index) => `${label} as l${index}`),
    ...factsOf(measures).map((fact) => `coalesce(sum(${FACT_SQL[fact]}), 0) as "${fact}"`),
  ];
  const query = `select ${columns.join(', ')} from campaign_month_fact f join campaign c using (owner_key, campaign_key)
    ${from} where ${where} group by ${labels.map((_, index) => index + 1).join(', ')}`;
  const { rows } = await sql.raw<Record<string, string | number>>(query).execute(tx);
  return rows.map((row) => ({
    labels: labels.map((_, index) => String(row[`l${index}`] ?? '')),
    parts: Object.fromEntries(
      measures.flatMap(partsOf).map((part) => [part, numberOf(row[factOf(part, 'ag')!])]),
    ) as Parts,
  }));
};

const together = (name: string, lines: readonly Line[], measures: readonly MetricKey[]): Line => ({
  labels: [name, ...(lines[0]?.labels.slice(1).map(() => '') ?? [])],
  parts: sumParts(
    lines.map(({ parts }) => parts),
    measures.flatMap(partsOf),
  ),
});

const spendOf = ({ parts }: Line): number => parts.spend ?? 0;

const toText = (titles: readonly string[], measures: readonly MetricKey[], lines: readonly Line[]): string => {
  const head = [...titles, ...measures.map((key) => metricLabel(key, 'default', 'ag'))];
  const body = lines.map(({ labels, parts }) => [
    ...labels,
    ...measures.map((key) => formatMetricValue(METRICS[key], metricValue(key, parts))),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...body.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column < titles.length ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
};

const CURRENT = `(select max(month) from campaign_month_fact where gross > 0)`;
const LAST_MONTH = `(${CURRENT} - interval '1 month')`;

const campaignTable = async (tx: Tx, ownerKey: number): Promise<string> => {
  const lines = await listLines(tx, CAMPAIGN_MEASURES, {
    labels: ['c.code', 'c.name', 'c.channel', 'coalesce(m.user_defined_monthly_allocation, m.monthly_allocation)'],
    from: `left join campaign_month m on (m.owner_key, m.campaign_key, m.month) = (f.owner_key, f.campaign_key, f.month)`,
    where: `f.owner_key = ${ownerKey} and f.month = ${LAST_MONTH} and f.gross + f.impressions > 0`,
  });
  const sorted = lines.toSorted((a, b) => spendOf(b) - spendOf(a));
  const rest = sorted.slice(MAX_ROWS);
  const shown = [
    ...sorted.slice(0, MAX_ROWS),
    ...(rest.length === 0 ? [] : [together(`${rest.length} more`, rest, CAMPAIGN_MEASURES)]),
    together('Total', sorted, CAMPAIGN_MEASURES),
  ];
  return toText(['Code', 'Campaign', 'Channel', 'Allocation'], CAMPAIGN_MEASURES, shown);
};

const funnelTable = async (tx: Tx): Promise<string> => {
  const lines = await listLines(tx, FUNNEL_MEASURES, {
    labels: ['n.name', `coalesce(p.name, 'all platforms')`],
    from: `join channel n on n.channel = c.channel left join media_partner p on p.partner_key = c.partner_key`,
    where: `f.month < ${CURRENT} - interval '${MATURE_MONTHS} months' and f.month >= ${CURRENT} - interval '${MATURE_MONTHS + 12} months'`,
  });
  const sorted = lines.toSorted(
    (a, b) => a.labels[0]!.localeCompare(b.labels[0]!, 'en') || (b.parts.validLeads ?? 0) - (a.parts.validLeads ?? 0),
  );
  return toText(['Channel', 'Partner'], FUNNEL_MEASURES, [...sorted, together('Total', sorted, FUNNEL_MEASURES)]);
};

export const printTables = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ ownerKey: number; name: string; month: string }>`
    select owner_key as "ownerKey", name, to_char(${sql.raw(LAST_MONTH)}, 'FMMonth YYYY') as month from owner order by 1 limit 1
  `.execute(tx);
  const { ownerKey, name, month } = rows[0]!;
  return [
    `${name}, campaigns of ${month}`,
    await campaignTable(tx, ownerKey),
    '',
    `What became of a year's inquiries, all owners; the year ended ${MATURE_MONTHS} months ago`,
    await funnelTable(tx),
    '',
  ].join('\n');
};

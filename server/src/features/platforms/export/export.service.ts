import {
  labelsOf,
  type Labels,
  metricLabel,
  ownersFileName,
  PLATFORM_EXPORT,
  type PlatformExportQuestion,
  REPORT_LIMITS,
  type ReportQuery,
  ROW_KEY,
  type OwnVariant,
  variantOf,
} from '@paceline/contract';
import { sql } from 'kysely';
import { rowsOf, type Tx } from '../../../db/scope/tx.ts';
import { type Download } from '../../../http/answers/download.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type OutgoingColumn, type OutgoingRow } from '../../../lib/sheet/outgoing.ts';
import { writeCsv, writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { runReport } from '../../../metrics/report/report.ts';
import { audit } from '../../../shared/audit.ts';
import { ownVariant } from '../../../shared/owner-variant.queries.ts';
import { type Caller, type PlatformDeps, seesFees, viewerOf } from '../caller.ts';
import { type AskedRows, countDays, listLeadPlaces, type PlatformLine, streamLines } from './export.queries.ts';
import { daysProblem, type Stretch, stretchesOf } from './export.rules.ts';

/** The platform's charge as the cost; for users who may not see it, the client's cost. */
const columnsFor = (isFeeShown: boolean, labels: Labels): OutgoingColumn[] => [
  { key: 'date', label: 'Date', kind: 'date' },
  { key: 'platform', label: 'Platform', kind: 'text' },
  { key: 'account', label: 'Account', kind: 'text', width: 32 },
  { key: 'campaignId', label: 'Campaign ID', kind: 'text' },
  { key: 'campaignName', label: 'Campaign', kind: 'text', width: 40 },
  { key: 'adGroupId', label: 'Ad Group ID', kind: 'text' },
  { key: 'adGroupName', label: 'Ad Group', kind: 'text', width: 30 },
  { key: 'keyword', label: 'Keyword', kind: 'text', width: 30 },
  { key: 'matchType', label: 'Match Type', kind: 'text' },
  { key: 'device', label: 'Device', kind: 'text' },
  { key: 'impressions', label: 'Impressions', kind: 'count' },
  { key: 'clicks', label: 'Clicks', kind: 'count' },
  isFeeShown
    ? { key: 'cost', label: 'Cost', kind: 'dollar' }
    : { key: 'clientCost', label: 'Cost with Fee', kind: 'dollar' },
  { key: 'conversions', label: 'Conversions', kind: 'count' },
  { key: 'callConversions', label: 'Call Conversions', kind: 'count' },
  { key: 'viewThrough', label: 'View-through Conversions', kind: 'count' },
  { key: 'leads', label: 'Leads (Matched)', kind: 'count' },
  { key: 'applications', label: metricLabel('applications', labels, 'ag'), kind: 'count' },
  { key: 'enrollments', label: metricLabel('enrollments', labels, 'ag'), kind: 'count' },
];

const NOTE = [
  'Each amount stands once: the lines of an ad group come to what its platform reported.',
  'Leads are known of a campaign and of nothing smaller: they stand on lines of their own, without ad group and cost.',
];

const refuse = (message: string): AppError =>
  new AppError('VALIDATION', { message, errors: [{ field: 'endDate', code: 'range', message }] });

type LeadLine = OutgoingRow & { date: string };

/** Leads of a range by campaign, counted as in reports, in the order of their days. */
const loadLeadLines = async (
  tx: Tx,
  caller: Caller,
  question: AskedRows,
  { from, to }: Stretch,
  now: Date,
): Promise<LeadLine[]> => {
  const places = await listLeadPlaces(tx, question);
  if (places.size === 0) return [];
  const query: ReportQuery = {
    dimensions: ['campaign'],
    measures: ['validLeads', 'applications', 'enrollments'],
    filters: [{ member: 'tradingPlatform', operator: 'set', values: [] }],
    timeDimensions: { dimension: 'date', granularity: question.grain, dateRange: [from, to] },
    getTotal: false,
    order: [{ member: 'date', direction: 'asc' }],
    limit: REPORT_LIMITS.rows,
  };
  const viewer = { ...viewerOf(caller), channel: 'all', vertical: 'all', forWidgets: true } as const;
  const { rows } = await runReport(tx, [question.ownerKey], query, viewer, now);
  return rows.flatMap((row): LeadLine[] => {
    const [key] = JSON.parse(String(row[ROW_KEY] ?? '[]')) as (string | number | null)[];
    const place = places.get(Number(key));
    const leads = Number(row['validLeads'] ?? 0);
    const [applications, enrollments] = [Number(row['applications'] ?? 0), Number(row['enrollments'] ?? 0)];
    if (place === undefined || leads + applications + enrollments === 0) return [];
    const { platform, account, campaignId, campaignName } = place;
    return [
      { date: String(row['date']), platform, account, campaignId, campaignName, leads, applications, enrollments },
    ];
  });
};

/** All lines of a range, by day: the platforms' figures, then the leads of the same day, week or month. */
const writeLines = async function* (
  tx: Tx,
  caller: Caller,
  { selection, range, now }: { selection: AskedRows; range: Stretch; now: Date },
): AsyncGenerator<OutgoingRow, void> {
  for (const stretch of stretchesOf(range, selection.grain)) {
    const leads = await loadLeadLines(tx, caller, selection, stretch, now);
    let next = 0;
    for await (const line of rowsOf<PlatformLine>(tx, streamLines(tx, selection, stretch))) {
      for (; next < leads.length && leads[next]!.date < line.date; next += 1) yield leads[next]!;
      yield { ...line };
    }
    yield* leads.slice(next);
  }
};

/** The platforms' figures of some days as a file. */
export const exportPlatforms = async (
  { db, clock }: PlatformDeps,
  caller: Caller,
  question: PlatformExportQuestion,
): Promise<Download> => {
  const { scope, origin, signal } = caller;
  const { ownerKey, timeGrain: grain, startDate: from, endDate: to, detail, format } = question;
  const range = { from, to };
  const problem = daysProblem(range, grain, PLATFORM_EXPORT.mostDays[grain]);
  if (problem !== null) throw refuse(problem);
  const rowQuestion: AskedRows = { ownerKey, platformKey: question.tradingPlatform ?? null, grain, detail };
  const now = clock.now();
  const owner = await db.withScope(
    scope,
    async (tx) => {
      const { rows } = await sql<{ name: string; variant: string | null; settings: OwnVariant; hasPlatform: boolean }>`
        select o.name, o.variant, ${ownVariant()} as settings, ${rowQuestion.platformKey}::int is null or exists (
          select from platform_account a where a.owner_key = o.owner_key and a.platform_key = ${rowQuestion.platformKey}::int) as "hasPlatform"
        from owner o where o.owner_key = ${ownerKey}
      `.execute(tx);
      const [ownerRow] = rows;
      if (ownerRow === undefined) throw new AppError('NOT_FOUND');
      if (!ownerRow.hasPlatform)
        throw new AppError('VALIDATION', {
          errors: [
            { field: 'tradingPlatform', code: 'unknown', message: 'The owner has no account on this platform.' },
          ],
        });
      const most = PLATFORM_EXPORT.mostRows;
      if (grain === 'day' && (await countDays(tx, rowQuestion, range, most + 1)) > most)
        throw refuse(
          `These days have more than ${most.toLocaleString('en-US')} rows: choose fewer days, or a file by week or month.`,
        );
      await audit(tx, scope, origin, now, {
        action: 'tradingPlatformExported',
        ownerKey,
        entity: 'owner',
        entityKey: ownerKey,
        after: {
          tradingPlatform: rowQuestion.platformKey,
          timeGrain: grain,
          startDate: from,
          endDate: to,
          detail,
          format,
        },
      });
      return ownerRow;
    },
    { signal },
  );
  const sheet = {
    sheetName: 'Trading platforms',
    columns: columnsFor(seesFees(caller), labelsOf(variantOf(owner))),
    rows: db.streamWork(scope, (tx) => writeLines(tx, caller, { selection: rowQuestion, range, now }), { signal }),
    note: NOTE,
  };
  const fileName = ownersFileName(owner.name, `trading-platforms-by-${grain}-${from}-${to}.${format}`);
  return { fileName, ...(format === 'csv' ? writeCsv(sheet) : writeSheet(sheet)) };
};

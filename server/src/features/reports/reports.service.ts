import {
  DIMENSION_KEYS,
  DIMENSIONS,
  isDimensionOf,
  isHiddenByDefault,
  type LabelSetName,
  measuresFor,
  metricLabel,
  METRICS,
  type MetricKey,
  type ReportAnswerData,
  type ReportMember,
  type ReportQuery,
} from '@paceline/contract';
import { type Scope } from '../../db/scope.ts';
import { type Database, type WorkOptions } from '../../db/tx.ts';
import { type Clock } from '../../lib/clock.ts';
import { type ReportViewer } from '../../metrics/report-check.ts';
import { type ReportRow, runReport } from '../../metrics/report.ts';

export interface ReportDeps {
  db: Database;
  clock: Clock;
}

export interface ReportAsker {
  scope: Scope;
  viewer: ReportViewer;
}

export const listDimensions = ({ group, channel, vertical }: ReportViewer): ReportMember[] =>
  DIMENSION_KEYS.filter((key) => isDimensionOf(key, group, channel, vertical)).map((key) => ({
    key,
    label: DIMENSIONS[key].label,
    kind: DIMENSIONS[key].source,
    hidden: false,
  }));

const labelsFor = ({ vertical }: ReportViewer): LabelSetName => (vertical === 'home' ? 'sales' : 'default');

export const listMeasures = (viewer: ReportViewer): ReportMember[] =>
  measuresFor(viewer, viewer.channel, viewer.vertical).map((key) => {
    const { kind, decimals } = METRICS[key];
    return {
      key,
      label: metricLabel(key, labelsFor(viewer), viewer.group),
      kind,
      ...(decimals !== undefined && { decimals }),
      hidden: isHiddenByDefault(key, viewer.channel),
    };
  });

export const getReport = async (
  { db, clock }: ReportDeps,
  { scope, viewer }: ReportAsker,
  query: ReportQuery,
  options: WorkOptions,
): Promise<ReportAnswerData> => {
  const { rows, total, notes } = await db.withScope(scope, (tx) => runReport(tx, query, viewer, clock.now()), options);
  return { rows, total, notes: [...notes] };
};

/** What has inquiries or spend is what can be chosen; platforms and websites have neither. */
const COUNTED: Partial<Record<string, MetricKey>> = { platform: 'impressions', keyword: 'impressions' };

export const listValues = async (
  deps: ReportDeps,
  asker: ReportAsker,
  query: Omit<ReportQuery, 'measures' | 'getTotal' | 'order'>,
  options: WorkOptions,
): Promise<ReportRow[]> => {
  const sources = query.dimensions.map(
    (name) => (DIMENSIONS as Record<string, { source: string }>)[name]?.source ?? '',
  );
  const measure = sources.map((source) => COUNTED[source]).find((key) => key !== undefined) ?? 'grossLeads';
  const isWebsite = sources.some((source) => source === 'page' || source === 'event');
  const asked = isWebsite ? (sources.includes('event') ? 'eventCount' : 'sessions') : measure;
  const viewer: ReportViewer = isWebsite ? { ...asker.viewer, forWidgets: true } : asker.viewer;
  const { rows } = await getReport(
    deps,
    { ...asker, viewer },
    { ...query, measures: [asked], getTotal: false, order: [] },
    options,
  );
  return rows.map((row) => Object.fromEntries(query.dimensions.map((name) => [name, row[name] ?? null])));
};

export interface BarAnswer {
  categories: string[];
  series: { measure: string; label: string; values: (number | null)[] }[];
  total: ReportRow | null;
}

/** A report as bars: what its rows are called, and one series for each measure. */
export const getBars = async (
  deps: ReportDeps,
  asker: ReportAsker,
  query: ReportQuery,
  options: WorkOptions,
): Promise<BarAnswer> => {
  const { rows, total } = await getReport(deps, asker, query, options);
  const names = [...query.dimensions, ...(query.timeDimensions.granularity === null ? [] : ['date'])];
  return {
    categories: rows.map((row) => names.map((name) => row[name] ?? '–').join(' · ')),
    series: query.measures.map((measure) => ({
      measure,
      label: metricLabel(measure as MetricKey, labelsFor(asker.viewer), asker.viewer.group),
      values: rows.map((row) => row[measure] as number | null),
    })),
    total,
  };
};

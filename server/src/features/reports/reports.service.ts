import {
  DIMENSION_KEYS,
  DIMENSIONS,
  isDimensionOffered,
  isHiddenByDefault,
  labelsOfVertical,
  measuresFor,
  metricLabel,
  METRICS,
  type MetricKey,
  type ReportAnswerData,
  type ReportMember,
  type ReportQuery,
} from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type WorkOptions } from '../../db/scope/tx.ts';
import { type Clock } from '../../lib/clock.ts';
import { type ReportViewer } from '../../metrics/report/report-check.ts';
import { type ReportRow, runReport } from '../../metrics/report/report.ts';
import { channelsOf, loadUnattributed } from '../../metrics/report/unattributed.ts';
import { type Answers } from '../../shared/answers/answers.ts';

export interface ReportDeps {
  db: Database;
  clock: Clock;
  answers: Answers;
}

export interface ReportCaller {
  scope: Scope;
  viewer: ReportViewer;
}

export const listDimensions = ({ group, channel, vertical }: ReportViewer): ReportMember[] =>
  DIMENSION_KEYS.filter((key) => isDimensionOffered(key, group, channel, vertical)).map((key) => ({
    key,
    label: DIMENSIONS[key].label,
    kind: DIMENSIONS[key].source,
    hidden: false,
  }));

export const listMeasures = (viewer: ReportViewer): ReportMember[] =>
  measuresFor(viewer, viewer.channel, viewer.vertical).map((key) => {
    const { kind, decimals } = METRICS[key];
    return {
      key,
      label: metricLabel(key, labelsOfVertical(viewer.vertical), viewer.group),
      kind,
      ...(decimals !== undefined && { decimals }),
      hidden: isHiddenByDefault(key, viewer.channel),
    };
  });

export const getReport = (
  { answers }: ReportDeps,
  { scope, viewer }: ReportCaller,
  query: ReportQuery,
  options: WorkOptions,
): Promise<ReportAnswerData> => {
  const { group, permissions, ...about } = viewer;
  return answers.get(
    { scope, group, permissions },
    ['report', about, query],
    async (tx, kind, now) => {
      const { attributed, measured, ...answer } = await runReport(
        tx,
        scope.ownerKeys,
        query,
        { ...about, ...kind },
        now,
      );
      const [from, to] = query.timeDimensions.dateRange;
      const unattributed = await loadUnattributed(tx, {
        owners: scope.ownerKeys,
        viewer: kind,
        range: { from, to },
        measures: measured,
        channels: channelsOf(about.channel),
        filters: query.filters,
      });
      return {
        ...answer,
        notes: [...answer.notes],
        ...(attributed.length > 0 && { attributedToLeads: [...attributed] }),
        ...(unattributed !== undefined && { unattributed }),
      };
    },
    options,
  );
};

/** Options are values with inquiries or spend; platforms and websites have neither. */
const COUNTED: Partial<Record<string, MetricKey>> = { platform: 'impressions', keyword: 'impressions' };

export const listValues = async (
  deps: ReportDeps,
  caller: ReportCaller,
  query: Omit<ReportQuery, 'measures' | 'getTotal' | 'order'>,
  options: WorkOptions,
): Promise<ReportRow[]> => {
  const sources = query.dimensions.map(
    (name) => (DIMENSIONS as Record<string, { source: string }>)[name]?.source ?? '',
  );
  const measure = sources.map((source) => COUNTED[source]).find((key) => key !== undefined) ?? 'grossLeads';
  const isWebsite = sources.some((source) => source === 'page' || source === 'event');
  const countedMeasure = isWebsite ? (sources.includes('event') ? 'eventCount' : 'sessions') : measure;
  const viewer: ReportViewer = isWebsite ? { ...caller.viewer, forWidgets: true } : caller.viewer;
  const { rows } = await getReport(
    deps,
    { ...caller, viewer },
    { ...query, measures: [countedMeasure], getTotal: false, order: [] },
    options,
  );
  return rows.map((row) => Object.fromEntries(query.dimensions.map((name) => [name, row[name] ?? null])));
};

interface BarAnswer {
  categories: string[];
  series: { measure: string; label: string; values: (number | null)[] }[];
  total: ReportRow | null;
}

/** A report as bars: the labels of its rows, and one series per measure. */
export const getBars = async (
  deps: ReportDeps,
  caller: ReportCaller,
  query: ReportQuery,
  options: WorkOptions,
): Promise<BarAnswer> => {
  const { rows, total } = await getReport(deps, caller, query, options);
  const names = [...query.dimensions, ...(query.timeDimensions.granularity === null ? [] : ['date'])];
  return {
    categories: rows.map((row) => names.map((name) => row[name] ?? '–').join(' · ')),
    series: query.measures.map((measure) => ({
      measure,
      label: metricLabel(measure as MetricKey, labelsOfVertical(caller.viewer.vertical), caller.viewer.group),
      values: rows.map((row) => row[measure] as number | null),
    })),
    total,
  };
};

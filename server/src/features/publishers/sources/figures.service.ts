import {
  type CallResponse,
  maySeeMetric,
  type MetricKey,
  type publisherSourceFigures,
  type ReportQuery,
  ROW_KEY,
  SOURCE_FIGURE_DAYS,
  type SourceFigures,
} from '@paceline/contract';
import { type WorkOptions } from '../../../db/scope/tx.ts';
import { findEarliestDay } from '../../../metrics/periods/period.queries.ts';
import { dataThrough } from '../../../metrics/periods/periods.ts';
import { type ReportRow, runReport } from '../../../metrics/report/report.ts';
import { type Answers, type Viewer } from '../../../shared/answers/answers.ts';

type Answer = CallResponse<typeof publisherSourceFigures>;

const MEASURES = [
  'validLeads',
  'validRate',
  'returnRate',
  'enrollRate',
  'enrollPercentMatured',
] as const satisfies readonly MetricKey[];

const MAX_SOURCES = 50_000;

/** Rows have one dimension: the first part of their key is the source's. */
const keyOf = (row: ReportRow): number | null => {
  const key = row[ROW_KEY];
  const [first] = typeof key === 'string' ? (JSON.parse(key) as unknown[]) : [];
  return first === null || first === undefined ? null : Number(first);
};

const figureOf = (row: ReportRow, name: MetricKey): number | null => {
  const value = row[name];
  return typeof value === 'number' ? value : null;
};

/** The recent number and quality of each source's leads, from the same sums as every report. */
export const readFigures = (
  { answers }: { answers: Answers },
  viewer: Viewer,
  options: WorkOptions,
): Promise<Answer> => {
  const { ownerKeys } = viewer.scope;
  return answers.get(
    viewer,
    ['publisherSourceFigures'],
    async (tx, kind, now): Promise<Answer> => {
      const today = await findEarliestDay(tx, ownerKeys, now);
      if (today === null) return { days: null, rows: [] };
      const through = dataThrough(today);
      const [from, to] = [through.subtract({ days: SOURCE_FIGURE_DAYS - 1 }).toString(), through.toString()];
      const query: ReportQuery = {
        dimensions: ['publisherSource'],
        measures: MEASURES.filter((key) => maySeeMetric(key, kind)),
        filters: [],
        timeDimensions: { dimension: 'date', granularity: null, dateRange: [from, to] },
        getTotal: false,
        order: [],
        limit: MAX_SOURCES,
      };
      const question = { ...kind, channel: 'ppl', vertical: 'all', forWidgets: true, withKeys: true } as const;
      const { rows } = await runReport(tx, ownerKeys, query, question, now);
      return {
        days: { from, to },
        rows: rows.flatMap((row): SourceFigures[] => {
          const publisherSourceKey = keyOf(row);
          if (publisherSourceKey === null) return [];
          const figures = Object.fromEntries(MEASURES.map((name) => [name, figureOf(row, name)]));
          return [{ publisherSourceKey, ...(figures as Omit<SourceFigures, 'publisherSourceKey'>) }];
        }),
      };
    },
    options,
  );
};

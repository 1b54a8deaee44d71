import {
  type Days,
  type QuestionAnswer,
  reportDimensions,
  reportDimensionValues,
  reportExport,
  type ReportFileFormat,
  reportMeasures,
  reportQuestion,
  type ReportQuestion,
} from '@paceline/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchApi } from '../../lib/api/api.ts';
import { downloadApi, saveFile } from '../../lib/files/download.ts';
import { callQuery, opQuery } from '../../lib/api/op-query.ts';

type About = Pick<ReportQuestion, 'channel' | 'vertical'>;
/** An answer with its question, which may differ from the current one. */
export interface Answered {
  question: ReportQuestion;
  answer: QuestionAnswer;
}

const STALE_MS = 60_000;
/** How often a dashboard on a wall asks again. */
export const LIVE_MS = 60_000;
const MEMBERS_STALE_MS = 10 * 60_000;
const MAX_SUGGESTED = 500;

const of = (ownerKey: number | null) => (ownerKey === null ? {} : { ownerKey });

/** `place` separates queries made at once on one page: in one place, a later question cancels the earlier one. */
export const answerQuery = (ownerKey: number | null, question: ReportQuestion, place = '') => {
  // The chart type affects the screen only and is not sent.
  const { chart: _, ...rest } = question;
  return queryOptions({
    queryKey: [`${reportQuestion.id}${place}`, ownerKey, rest] as const,
    queryFn: opQuery(async ({ signal }): Promise<Answered> => {
      const answer = await fetchApi(reportQuestion, { body: { ...of(ownerKey), question } }, { signal });
      return { question, answer: answer as QuestionAnswer };
    }),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
};

export const dimensionsQuery = ({ channel, vertical }: About) => ({
  ...callQuery(reportDimensions, { params: { channel, vertical } }),
  staleTime: MEMBERS_STALE_MS,
});
export const measuresQuery = ({ channel, vertical }: About) => ({
  ...callQuery(reportMeasures, { params: { channel, vertical } }),
  staleTime: MEMBERS_STALE_MS,
});

export const valuesQuery = (ownerKey: number | null, { channel, vertical }: About, dimension: string, days: Days) => ({
  ...callQuery(reportDimensionValues, {
    params: { channel, vertical },
    body: {
      ...of(ownerKey),
      dimensions: [dimension],
      filters: [],
      timeDimensions: { dimension: 'date', granularity: null, dateRange: [days.from, days.to] },
      limit: MAX_SUGGESTED,
    },
  }),
  staleTime: STALE_MS,
});

export const saveReport = async (
  ownerKey: number | null,
  question: ReportQuestion,
  format: ReportFileFormat,
): Promise<void> => {
  const file = await downloadApi(
    reportExport,
    { body: { ...of(ownerKey), question, format } },
    { fallbackName: `media-analysis.${format}` },
  );
  if (file) saveFile(file);
};

import type { ReportQuestion } from '@paceline/contract';
import { PATHS } from '../lib/address/paths.ts';
import { groupOfSession } from '../lib/session/session-store.ts';

/** Defaults are left out of the address. */
const isUsual = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

export const writtenQuestion = (question: ReportQuestion): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(question).filter(([name, value]) => !isUsual(value) && !(name === 'chart' && value === 'table')),
    ),
  );

/** Media Analysis with a given question in the address. */
export const analysisPath = (question: ReportQuestion): string => {
  const path = groupOfSession() === 'mp' ? PATHS.mpMediaAnalysis : PATHS.mediaAnalysis;
  return `${path}?question=${encodeURIComponent(writtenQuestion(question))}`;
};

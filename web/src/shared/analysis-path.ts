import { type ReportQuestion, writtenQuestion } from '@paceline/contract';
import { PATHS } from '../lib/address/paths.ts';
import { groupOfSession } from '../lib/session/session-store.ts';

/** Media Analysis with a given question in the address. */
export const analysisPath = (question: ReportQuestion): string => {
  const path = groupOfSession() === 'mp' ? PATHS.mpMediaAnalysis : PATHS.mediaAnalysis;
  return `${path}?question=${encodeURIComponent(writtenQuestion(question))}`;
};

import type { ReportQuestion } from '@paceline/contract';
import { PATHS } from '../lib/paths.ts';
import { groupOfSession } from '../lib/session-store.ts';

/** Media Analysis with a question of its own in the address: `q` is the question as JSON. */
export const analysisPath = (question: Partial<ReportQuestion>): string => {
  const path = groupOfSession() === 'mp' ? PATHS.mpMediaAnalysis : PATHS.mediaAnalysis;
  return `${path}?q=${encodeURIComponent(JSON.stringify(question))}`;
};

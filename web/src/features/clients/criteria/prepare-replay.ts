import { type ClientCriteriaRecord, type Replay, type ReplayResult, wholePercent } from '@paceline/contract';
import { formatCount, formatDollars } from '../../../lib/text/format.ts';
import type { CriteriaValues } from './prepare-criteria.ts';

const leads = (count: number): string => `${formatCount(count)} ${count === 1 ? 'lead' : 'leads'}`;

const enrollmentWords = (count: number): string =>
  count === 0 ? 'no enrollments' : `–${formatCount(count)} ${count === 1 ? 'enrollment' : 'enrollments'}`;

/** "–412 leads, –$18,960.00, –9 enrollments in 60 days". */
export const lostWords = ({ lost }: Pick<ReplayResult, 'lost'>, days: number): string =>
  lost.leads === 0
    ? `No leads lost in ${days} days`
    : `–${leads(lost.leads)}, –${formatDollars(lost.spend)}, ${enrollmentWords(lost.enrollments)} in ${days} days`;

/** Recent leads may not have enrolled yet, so a small loss proves little. Null if nothing is lost or all leads are mature. */
export const maturedWords = ({ percentMatured }: Pick<ReplayResult, 'percentMatured'>): string | null =>
  percentMatured === null || percentMatured >= 99.5
    ? null
    : `Enrollments so far: ${wholePercent(percentMatured)}% matured. Leads of these days will have more.`;

/** Without an enrollment figure: how many of the gained leads would have enrolled is unknown. */
export const gainedWords = ({ gained }: Pick<ReplayResult, 'gained'>, days: number): string =>
  gained.leads === 0
    ? `No leads gained in ${days} days`
    : `+${leads(gained.leads)}, +${formatDollars(gained.spend)}, enrollments: outcome unknown`;

/** Why a test result is outdated; null if it is current. */
export const staleWords = (
  { baseVersion, criteria }: Pick<Replay, 'baseVersion' | 'criteria'>,
  { version, criteria: stored }: Pick<ClientCriteriaRecord, 'version' | 'criteria'>,
  values: CriteriaValues,
): string | null => {
  const tested = JSON.stringify(criteria);
  if (tested !== JSON.stringify(values)) return 'Criteria changed since this test';
  if (tested === JSON.stringify(stored)) return 'These criteria have been saved since this test.';
  return baseVersion === version ? null : 'Criteria changed since this test';
};

export const progressOf = ({ leadsDone, leadsTotal }: Pick<Replay, 'leadsDone' | 'leadsTotal'>) => ({
  percent: leadsTotal ? wholePercent((leadsDone / leadsTotal) * 100) : 0,
  words: leadsTotal === null ? 'Waiting to start' : `${formatCount(leadsDone)} of ${leads(leadsTotal)}`,
});

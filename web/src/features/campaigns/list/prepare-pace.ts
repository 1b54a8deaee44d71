import { type CampaignListRow, pacingMark } from '@paceline/contract';
import { formatPercent, NONE } from '../../../lib/text/format.ts';

const WORDS = { over: 'Over', under: 'Under', on: 'On pace', capped: 'Capped' } as const;

/** "Over, 118.2%": the verdict with its figure. */
export const paceWords = (pace: CampaignListRow['pace']): string => {
  if (!pace) return NONE;
  if (pace.mtdSpent === 0) return 'No spend yet';
  if (pace.early) return 'Too early to judge';
  const mark = pacingMark(pace, pace.band);
  if (mark === null) return 'No budget';
  const { projectionToBudget } = pace;
  return projectionToBudget === null ? WORDS[mark] : `${WORDS[mark]}, ${formatPercent(projectionToBudget / 100)}`;
};

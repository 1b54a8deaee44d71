import { SOURCE_FIGURE_DAYS, type SourceStatus } from '@paceline/contract';
import { formatCount } from '../../lib/text/format.ts';
import type { StatusTone } from '../../ui/marks/status-mark.tsx';

export const SOURCE_TONES: Readonly<Record<SourceStatus, StatusTone>> = {
  PENDING: 'warn',
  APPROVED: 'good',
  BLOCKED: 'bad',
  INACTIVE: 'off',
};

export const sourcesText = (count: number): string => (count === 1 ? '1 source' : `${formatCount(count)} sources`);

const leadsText = (count: number): string => {
  if (count === 0) return 'no valid leads';
  return count === 1 ? '1 valid lead' : `${formatCount(count)} valid leads`;
};

/** What a block costs, as far as known. */
export const lostText = (sources: number, validLeads: number | null): string =>
  validLeads === null
    ? ''
    : `${sources === 1 ? 'It' : 'They'} sent ${leadsText(validLeads)} to this owner in the last ${SOURCE_FIGURE_DAYS} days.`;

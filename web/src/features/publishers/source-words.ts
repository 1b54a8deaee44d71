import type { SourceStatus } from '@paceline/contract';
import { formatCount } from '../../lib/format.ts';
import type { StatusTone } from '../../ui/status-mark.tsx';

export const SOURCE_TONES: Readonly<Record<SourceStatus, StatusTone>> = {
  PENDING: 'warn',
  APPROVED: 'good',
  BLOCKED: 'bad',
  INACTIVE: 'off',
};

export const sourcesText = (count: number): string => (count === 1 ? '1 source' : `${formatCount(count)} sources`);

/** What a block costs, as far as it is known. */
export const lostText = (count: number, validLeads: number | null): string => {
  const sent = count === 1 ? 'It sent' : 'They sent';
  if (validLeads === null) return '';
  return `${sent} ${validLeads === 1 ? '1 valid lead' : `${formatCount(validLeads)} valid leads`} to this owner in the last 90 days.`;
};

import type { PartnerClientStatus, PartnerMailState, PartnerOverview } from '@paceline/contract';
import { formatCount, formatPercent, NONE } from '../../lib/text/format.ts';
import type { StatusTone } from '../../ui/marks/status-mark.tsx';

export const PARTNER_ORDERS = {
  name: 'Name',
  leads: 'Valid leads',
  live: 'Live campaigns',
  allocation: 'Allocation next month',
} as const;
export type PartnerOrder = keyof typeof PARTNER_ORDERS;

const NUMBER_OF: Record<Exclude<PartnerOrder, 'name'>, (row: PartnerOverview) => number> = {
  leads: ({ validLeads }) => validLeads ?? -1,
  live: ({ liveCampaigns }) => liveCampaigns,
  allocation: ({ nextMonthAllocation }) => nextMonthAllocation ?? -1,
};

/** Filters and sorts partners: every word must be in the name or code. */
export const findPartners = (
  rows: readonly PartnerOverview[],
  { text, only, order }: { text: string; only: 'all' | 'active' | 'live'; order: PartnerOrder },
): PartnerOverview[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = rows.filter(
    ({ mediaPartnerName, mediaPartnerCode, activeFlag, liveCampaigns }) =>
      words.every((word) => `${mediaPartnerName} ${mediaPartnerCode}`.toLowerCase().includes(word)) &&
      (only === 'all' || (only === 'live' ? liveCampaigns > 0 : activeFlag)),
  );
  if (order === 'name') return matches;
  const numberOf = NUMBER_OF[order];
  return matches.toSorted((a, b) => numberOf(b) - numberOf(a));
};

/** Rates are in percent. */
export const percentText = (value: number | null): string => (value === null ? NONE : formatPercent(value / 100));

export const clientsText = ({
  activeClients,
  otherClients,
}: Pick<PartnerOverview, 'activeClients' | 'otherClients'>): string => {
  if (activeClients + otherClients === 0) return 'No clients here';
  const active = `${formatCount(activeClients)} ${activeClients === 1 ? 'client' : 'clients'}`;
  return otherClients === 0 ? active : `${active}, ${formatCount(otherClients)} paused or ended`;
};

export const CLIENT_TONES: Record<PartnerClientStatus, StatusTone> = {
  ACTIVE: 'good',
  PENDING: 'warn',
  PAUSED: 'warn',
  TERMINATED: 'off',
};

export const MAIL_TONES: Record<PartnerMailState, StatusTone> = {
  QUEUED: 'off',
  SENDING: 'off',
  SENT: 'good',
  KEPT: 'warn',
  FAILED: 'bad',
  UNSURE: 'warn',
  SKIPPED: 'off',
};

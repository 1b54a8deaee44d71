import {
  type AccountStatusChange,
  type AccountStatusChanged,
  CHANNEL_NAMES,
  countDaysOf,
  FIGURES_CURRENCY,
  type Grain,
  PLATFORM_ACCOUNT_STATUSES,
  PLATFORM_EXPORT,
  type PlatformAccountRow,
  type PlatformAccountStatus,
} from '@paceline/contract';
import { formatCount } from '../../lib/text/format.ts';
import type { StatusTone } from '../../ui/marks/status-mark.tsx';

export const STATUS_TONES: Readonly<Record<PlatformAccountStatus, StatusTone>> = {
  ACTIVE: 'good',
  PAUSED: 'off',
  DISCONNECTED: 'warn',
  ERROR: 'bad',
};

interface AccountFilter {
  text: string;
  status: PlatformAccountStatus | '';
  channel: string;
}

/** Accounts where every word of the text is in the names, ids, client or error. */
export const findAccounts = (
  accounts: readonly PlatformAccountRow[],
  { text, status, channel }: AccountFilter,
): PlatformAccountRow[] => {
  const words = text.trim().toLowerCase().split(/\s+/);
  return accounts.filter((account) => {
    const { accountName, accountId, platformName, clientName, lastError } = account;
    const said = [accountName, accountId, platformName, clientName, lastError ?? ''].join(' ').toLowerCase();
    return (
      words.every((word) => said.includes(word)) &&
      (status === '' || account.status === status) &&
      (channel === '' || account.channel === channel)
    );
  });
};

export const feeText = (feePercent: number): string => `${Number(feePercent.toFixed(2))} %`;

const plural = (n: number, one: string): string => `${formatCount(n)} ${one}${n === 1 ? '' : 's'}`;
export const accountsText = (n: number): string => plural(n, 'account');

export const campaignsText = ({ linkedCampaigns, unlinkedCampaigns }: PlatformAccountRow): string =>
  unlinkedCampaigns === 0
    ? `${formatCount(linkedCampaigns)} linked`
    : `${formatCount(linkedCampaigns)} linked, ${formatCount(unlinkedCampaigns)} not`;

/** The line below an account's name. */
export const accountLine = ({ accountId, channel, timeZone, currency }: PlatformAccountRow): string =>
  [accountId, CHANNEL_NAMES[channel], timeZone, ...(currency === FIGURES_CURRENCY ? [] : [currency])].join(', ');

/** What a status means for accounts; loaded data is never changed. */
export const STATUS_EFFECTS: Readonly<Record<Exclude<PlatformAccountStatus, 'ERROR'>, string>> = {
  ACTIVE: 'Data is expected every day.',
  PAUSED: 'No new data is expected until it is active again: no automatic fetching and no alerts about missing days.',
  DISCONNECTED: 'Access to the account has ended: nothing is fetched, and reports for it are refused.',
};

export const statusTitle = (status: PlatformAccountStatus, n: number): string =>
  `Set ${accountsText(n)} to ${PLATFORM_ACCOUNT_STATUSES[status].toLowerCase()}?`;

/** The reverse change: each account gets its former status. */
export const undoOf = (ownerKey: number, { accounts }: AccountStatusChanged): AccountStatusChange => ({
  ownerKey,
  accounts: accounts.map(({ semClientAccountKey, rowVersion, before }) => ({
    semClientAccountKey,
    rowVersion,
    status: before,
  })),
});

/** Error of the file's dates, and at which end; null if valid. */
export const exportProblem = (
  { from, to }: { from: string; to: string },
  grain: Grain,
): { field: 'from' | 'to'; message: string } | null => {
  if (from === '') return { field: 'from', message: 'Choose the first day.' };
  if (to === '') return { field: 'to', message: 'Choose the last day.' };
  if (to < from) return { field: 'to', message: 'The last day is before the first.' };
  const [days, most] = [countDaysOf({ from, to }), PLATFORM_EXPORT.mostDays[grain]];
  return days > most ? { field: 'to', message: `At most ${most} days by ${grain}: these are ${days}.` } : null;
};

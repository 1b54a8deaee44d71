import {
  CLICK_STATUS_NAMES,
  CLICK_STATUSES,
  type ClickDetail,
  type ClickStatus,
  isBillableClick,
} from '@paceline/contract';
import type { StatusTone } from '../../ui/marks/status-mark.tsx';

export const STATUS_OPTIONS = CLICK_STATUS_NAMES.map((value) => ({ value, label: CLICK_STATUSES[value].label }));

export const clickTone = (status: ClickStatus): StatusTone => {
  if (isBillableClick(status)) return 'good';
  if (status === 'TEST') return 'off';
  return status === 'DUPLICATE' || status === 'PROXY_BOT' ? 'warn' : 'bad';
};

/** As either group has it: the partner is not told its own name. */
export type ShownClick = Omit<ClickDetail, 'partnerName'> & Partial<Pick<ClickDetail, 'partnerName'>>;

/** One sentence that says what became of the click and whether it counts. */
export const verdictOf = ({ status, sentTo, lead }: Pick<ShownClick, 'status' | 'sentTo' | 'lead'>): string => {
  const { description } = CLICK_STATUSES[status];
  if (isBillableClick(status)) return `${description}.${lead === null ? ' No lead came of it yet.' : ''}`;
  // The words of a repeat and a test say where it went.
  const where =
    status === 'DUPLICATE' || status === 'TEST'
      ? ''
      : sentTo === null
        ? ' The visitor was told that the offer is not available.'
        : ' The visitor was sent to the fallback page of the line item.';
  return `${description}.${where} Not counted.`;
};

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
export const placeText = ({ country, state }: Pick<ShownClick, 'country' | 'state'>): string =>
  [state, country && COUNTRIES.of(country)].filter(Boolean).join(', ');

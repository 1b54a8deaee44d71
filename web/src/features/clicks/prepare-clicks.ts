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

/** For both groups: partners do not get the partner's name, which is their own. */
export type ShownClick = Omit<ClickDetail, 'partnerName'> & Partial<Pick<ClickDetail, 'partnerName'>>;

/** A sentence with the click's result and whether it counts. */
export const verdictOf = ({ status, sentTo, lead }: Pick<ShownClick, 'status' | 'sentTo' | 'lead'>): string => {
  const { description } = CLICK_STATUSES[status];
  if (isBillableClick(status)) return `${description}.${lead === null ? ' No lead yet.' : ''}`;
  // The texts for repeats and tests already name the destination.
  const where =
    status === 'DUPLICATE' || status === 'TEST'
      ? ''
      : sentTo === null
        ? ' The visitor saw that the offer is not available.'
        : ' The visitor was sent to the fallback page of the line item.';
  return `${description}.${where} Not counted.`;
};

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
export const placeText = ({ country, state }: Pick<ShownClick, 'country' | 'state'>): string =>
  [state, country && COUNTRIES.of(country)].filter(Boolean).join(', ');

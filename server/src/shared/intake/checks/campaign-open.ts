import { CAMPAIGN_STATUSES, type LeadReason, type SubStatus } from '@paceline/contract';
import { type StatusReason } from '../../campaign-status/campaign-status.rules.ts';
import { type Check, type Lookups, type Reason } from '../check.ts';
import { failed, PASSED } from './check-results.ts';

interface Closed {
  code: LeadReason;
  message: string;
}

const ENDED: Closed = { code: 'ENDED', message: 'Campaign has ended.' };
const NOT_STARTED: Closed = { code: 'NOT_STARTED', message: 'Campaign has not started.' };

/** Statuses that close a campaign to leads. Caps and hours have checks of their own. */
const CLOSED: Partial<Record<SubStatus, Closed>> = {
  DELETED: ENDED,
  DRAFT: NOT_STARTED,
  ENDED,
  PAUSED: { code: 'PAUSED', message: 'Campaign is paused.' },
  SCHEDULED: NOT_STARTED,
  PARTNER_INACTIVE: { code: 'PARTNER_INACTIVE', message: 'Media partner is not active for this client.' },
  IO_PENDING: { code: 'NO_ALLOCATION', message: 'Campaign is awaiting its insertion order.' },
  NO_ALLOCATION: { code: 'NO_ALLOCATION', message: 'Campaign has no allocation this month.' },
};

const closing = ({ status }: Lookups): (StatusReason & { closed: Closed }) | null => {
  for (const reason of status.statusReasons) {
    const closed = CLOSED[reason.code];
    if (closed !== undefined) return { ...reason, closed };
  }
  return null;
};

const reasonOf = ({ closed, message }: { closed: Closed; message: string }): Reason => ({
  ...closed,
  field: null,
  // The reason for a pause is only shown to the agency.
  detail: message,
});

export const campaignOpen: Check = {
  id: 'campaignOpen',
  title: 'Campaign open',
  run: ({ lookups }) => {
    const refusal = closing(lookups);
    return refusal === null ? PASSED : failed('CLS', reasonOf(refusal));
  },
  explain: ({ lookups }) => ({
    value: CAMPAIGN_STATUSES[closing(lookups)?.code ?? lookups.status.subStatus].label,
    rule: 'Active, within its dates, with an allocation',
  }),
};

import { monthWords } from '../../../src/shared/billing/month-words.rules.ts';
import { type Builder } from '../../build/organisation.ts';
import { dayAt, isoOf, midnightOf, monthStart } from '../../calendar.ts';
import { colleagueFor, type Directory } from '../directory.ts';
import { type ReturnHands } from '../../leads/lead-history.ts';
import { type Lead, type ReturnCase } from '../../leads/lead.ts';
import { type Owner } from '../../build/model.ts';
import { type Random } from '../../random.ts';

/** A return request, for the audit log. */
export interface ReturnRecord extends ReturnHands {
  lead: Lead;
  leadKey: number;
  returned: ReturnCase;
}

/** A month is closed on the fifth of the next one, a minute before midnight: domain handbook, 2.21. */
export const closesAt = ({ zone }: Owner, day: number): number => midnightOf(zone, monthStart(day, 1) + 5) - 60_000;

/** Most returns are requested by clients themselves, some by the lead desk on their behalf; the agency decides. */
export const handsOf = (directory: Directory, { campaign, returned }: Lead, turn: number): ReturnHands => {
  if (returned === null) return { requestedBy: null, decidedBy: null };
  const asks = turn % 5 === 0 ? (['leadDesk'] as const) : (['clientAdmin'] as const);
  return {
    requestedBy: colleagueFor(directory, campaign.owner, asks, turn)?.key ?? null,
    decidedBy: colleagueFor(directory, campaign.owner, ['leadDesk', 'accountManager'], turn)?.key ?? null,
  };
};

const COMMENTS: Readonly<Record<string, string>> = {
  OTHER: 'Asked to be taken off the list the same day',
  NEVER_INQUIRED: 'Says that somebody else filled in the form',
  DUPLICATE_IN_CRM: 'Already with an advisor',
};

/** Why the agency declined, by reason; otherwise the partner proved that the lead was good. */
const DECLINED: Readonly<Record<string, string>> = {
  NO_CONTACT: 'Reached by the media partner at the same number',
  NOT_QUALIFIED: 'Meets the criteria as they were agreed',
  OUT_OF_AREA: 'The ZIP code is targeted',
};

/** Clients call at least three times before reporting no contact. */
const attemptsFor = (reason: string, random: Random): number | null =>
  reason === 'NO_CONTACT' ? random.int(3, 9) : random.chance(0.5) ? random.int(1, 5) : null;

/**
 * The month was billed with the lead, and stays so: one line restores its price in that month, and another credits it on the day of the
 * decision. Together they come to zero, like the returned lead.
 */
const writeAdjustments = ({ keys, sheets }: Builder, record: ReturnRecord, prices: readonly [string, string]): void => {
  const { lead, leadKey, returned, decidedBy } = record;
  const { owner, key } = lead.campaign;
  const put = (day: number, sign: '' | '-', reason: string): void =>
    sheets.put('billing_adjustment', {
      owner_key: owner.key,
      adjustment_key: keys.next('billing_adjustment'),
      day: isoOf(day),
      campaign_key: key,
      for_month: isoOf(monthStart(lead.day)),
      lead_key: leadKey,
      client_amount: sign + prices[0],
      media_amount: sign + prices[1],
      cause: 'RETURN',
      reason,
      made_by: decidedBy,
      made_at: new Date(returned.decidedAt),
    });
  const month = monthWords(isoOf(monthStart(lead.day)));
  put(lead.day, '', `Keeps ${month} as it was billed`);
  put(dayAt(owner.zone, returned.decidedAt), '-', `Returned after ${month} was closed: ${returned.reason}`);
};

export const writeReturn = (
  builder: Builder,
  record: ReturnRecord,
  prices: readonly [string, string],
  random: Random,
): void => {
  const { lead, leadKey, returned, requestedBy, decidedBy } = record;
  const { owner, partner } = lead.campaign;
  const decided = lead.status !== 'RTR';
  builder.sheets.put('lead_return', {
    owner_key: owner.key,
    captured_date: isoOf(lead.day),
    lead_key: leadKey,
    return_key: builder.keys.next('lead_return'),
    partner_key: partner?.key ?? null,
    reason: returned.reason,
    comment: COMMENTS[returned.reason] ?? '',
    attempts: attemptsFor(returned.reason, random),
    requested_by: requestedBy,
    requested_at: new Date(returned.askedAt),
    decision: decided ? (returned.approved ? 'APPROVED' : 'DENIED') : null,
    decided_by: decided ? decidedBy : null,
    decided_at: decided ? new Date(returned.decidedAt) : null,
    decision_note:
      decided && !returned.approved ? (DECLINED[returned.reason] ?? 'The media partner showed a recording') : '',
  });
  if (lead.status === 'RTN' && !lead.unpaid && returned.decidedAt > closesAt(owner, lead.day))
    writeAdjustments(builder, record, prices);
};

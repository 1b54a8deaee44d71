import { midnightOf, monthStart } from '../calendar.ts';
import { type Lead } from './lead.ts';
import { type Random, weighted } from '../random.ts';

const REASONS = [
  ['WRONG_NUMBER', 24],
  ['DISCONNECTED', 20],
  ['NEVER_INQUIRED', 16],
  ['DUPLICATE_IN_CRM', 12],
  ['NOT_QUALIFIED', 9],
  ['NO_CONTACT', 9],
  ['BAD_EMAIL', 4],
  ['OUT_OF_AREA', 2],
  ['LANGUAGE', 1],
  ['ALREADY_ENROLLED', 1],
  ['UNDER_AGE', 0.7],
  ['TCPA_RISK', 0.6],
  ['OTHER', 0.7],
] as const;
const drawReason = weighted(REASONS, ([, weight]) => weight);

const DAY_MS = 86_400_000;
/** Share of requested returns that is denied. */
const DENIED = 0.07;
/** After the last request, partners may comment for three business days before the decision. */
const LAST_DECISION_DAYS = 7;

/**
 * Returns some delivered leads: requested within two weeks and by the third of the next month, decided within a week. The month may already
 * be closed by then.
 */
export const applyReturn = (lead: Lead, now: number, random: Random): void => {
  const { partner, owner } = lead.campaign;
  if (lead.status !== 'DLV' || lead.deliveredAt === null) return;
  if (!random.chance((partner?.returns ?? 0) / 100 / (1 - DENIED))) return;
  const lastRequest = midnightOf(owner.zone, monthStart(lead.day, 1) + 3) - 60_000;
  const askedAt = Math.round(lead.deliveredAt + random.between(0.6, 9) * DAY_MS);
  const decidedAt = Math.round(
    Math.min(askedAt + random.between(0.5, 6) * DAY_MS, lastRequest + LAST_DECISION_DAYS * DAY_MS),
  );
  const approved = !random.chance(DENIED);
  const [reason] = drawReason(random);
  if (askedAt > Math.min(lastRequest, now)) return;
  lead.returned = { reason, askedAt, decidedAt, approved };
  if (decidedAt > now) lead.status = 'RTR';
  else if (approved) lead.status = 'RTN';
  if (lead.status !== 'DLV') lead.reasons = [reason];
};

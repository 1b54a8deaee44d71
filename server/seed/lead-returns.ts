import { midnightOf, monthStart } from './calendar.ts';
import { type Lead } from './lead.ts';
import { type Random, weighted } from './random.ts';

const REASONS = [
  ['WRONG_NUMBER', 24],
  ['DISCONNECTED', 20],
  ['NEVER_INQUIRED', 17],
  ['DUPLICATE_IN_CRM', 12],
  ['NOT_QUALIFIED', 10],
  ['NO_CONTACT', 9],
  ['BAD_EMAIL', 5],
  ['OUT_OF_AREA', 3],
] as const;
const drawReason = weighted(REASONS, ([, weight]) => weight);

const DAY_MS = 86_400_000;

/** Takes some of the delivered back, within two weeks and not after the third of the next month. */
export const applyReturn = (lead: Lead, now: number, random: Random): void => {
  const { partner, owner } = lead.campaign;
  if (lead.status !== 'DLV' || lead.deliveredAt === null || !random.chance((partner?.returns ?? 0) / 100)) return;
  const lastMoment = midnightOf(owner.zone, monthStart(lead.day, 1) + 3) - 60_000;
  const asked = lead.deliveredAt + random.between(0.6, 9) * DAY_MS;
  const decided = asked + random.between(0.5, 6) * DAY_MS;
  if (asked > Math.min(lastMoment, now)) return;
  lead.returnedAt = Math.min(decided, lastMoment);
  lead.reasons = [drawReason(random)[0]];
  lead.status = lead.returnedAt > now ? 'RTR' : 'RTN';
};

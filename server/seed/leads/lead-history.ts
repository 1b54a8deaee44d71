import { type Builder } from '../build/organisation.ts';
import { type Day, isoOf, momentOf } from '../calendar.ts';
import { type Funnel, STAGES } from './lead-funnel.ts';
import { type Lead, type Status } from './lead.ts';
import { checksOf } from './lead-checks.ts';
import { type Random } from '../random.ts';

const DAY_MS = 86_400_000;
/** How long delivery attempts and check results are generated in full. */
const TOLD_IN_FULL_MS = 60 * DAY_MS;
/** Minutes of the retries, as in the domain handbook, 2.3. */
const LADDER = [0, 1, 5, 15, 30, 60];
const TRY_MS = 2_000;
const RETRY_HOURS = 4;
const FAILURES = 0.006;

const idOf = ({ campaign, day }: Lead, leadKey: number) => ({
  owner_key: campaign.owner.key,
  captured_date: isoOf(day),
  lead_key: leadKey,
});

type Step = readonly [at: number, from: Status | null, to: Status];

/** Checked at once, delivered or refused soon after, possibly returned. */
const stepsOf = ({ at, status, deliveredAt, returned }: Lead): Step[] => {
  if (status === 'STK')
    return [
      [at + 400, null, 'VAL'],
      // With the last try.
      [at + LADDER.at(-1)! * 60_000 + TRY_MS, 'VAL', 'STK'],
    ];
  if (status === 'REJ')
    return [
      [at + 400, null, 'VAL'],
      [at + 4_000, 'VAL', 'REJ'],
    ];
  if (status === 'VAL' || deliveredAt === null) return [[at + 400, null, status]];
  const steps: Step[] = [
    [at + 400, null, 'VAL'],
    [deliveredAt, 'VAL', 'DLV'],
  ];
  if (returned === null) return steps;
  steps.push([returned.askedAt, 'DLV', 'RTR']);
  if (status !== 'RTR') steps.push([returned.decidedAt, 'RTR', status]);
  return steps;
};

/** The users who moved a lead by hand; all other moves are the system's. */
export interface ReturnHands {
  requestedBy: number | null;
  decidedBy: number | null;
}

export const writeStatusChanges = (
  { keys, sheets, now }: Builder,
  lead: Lead,
  leadKey: number,
  hands: ReturnHands,
  random: Random,
): void => {
  const checks = lead.at < now.getTime() - TOLD_IN_FULL_MS ? null : checksOf(lead);
  for (const [at, from, to] of stepsOf(lead)) {
    const denied = from === 'RTR' && to === 'DLV';
    sheets.put('lead_status_change', {
      ...idOf(lead, leadKey),
      change_key: keys.next('lead_status_change'),
      at: new Date(Math.min(at, now.getTime())),
      from_status: from,
      to_status: to,
      reasons: to === 'RTR' ? [lead.returned!.reason] : to === lead.status && !denied ? lead.reasons : [],
      note: denied ? 'Return denied' : to === 'RTN' && random.chance(0.3) ? 'Agreed with the partner' : '',
      changed_by: to === 'RTR' ? hands.requestedBy : from === 'RTR' ? hands.decidedBy : null,
      checks: from === null ? checks : null,
    });
  }
};

const RESPONSES: Readonly<Record<string, string>> = {
  ENDPOINT_DOWN: 'connect ECONNREFUSED',
  AUTH_FAILED: '401 Unauthorized: invalid client credentials',
  MAPPING_ERROR: '422 {"error":"unknown program code"}',
};

export const writeDeliveries = ({ sheets, now }: Builder, lead: Lead, leadKey: number, random: Random): void => {
  const { status, at, deliveredAt } = lead;
  if (at < now.getTime() - TOLD_IN_FULL_MS) return;
  let attempt = 0;
  const put = (when: number, outcome: string, reason: string | null, response: string, next: number | null): void =>
    sheets.put('lead_delivery', {
      ...idOf(lead, leadKey),
      attempt: (attempt += 1),
      at: new Date(Math.min(when, now.getTime())),
      outcome,
      reason,
      response,
      next_at: next === null ? null : new Date(next),
    });
  if (status === 'STK') {
    const [reason = 'TIMEOUT'] = lead.reasons;
    const tries = LADDER.filter((minutes) => at + minutes * 60_000 <= now.getTime());
    const next = now.getTime() + random.int(5, RETRY_HOURS * 60) * 60_000;
    for (const minutes of tries)
      put(at + minutes * 60_000 + TRY_MS, 'failed', reason, RESPONSES[reason] ?? 'timeout', next);
  } else if (status === 'REJ') {
    put(at + 4_000, 'rejected', lead.reasons[0] ?? null, '{"accepted":false}', null);
  } else if (deliveredAt !== null) {
    if (random.chance(FAILURES)) put(at + 1_000, 'failed', 'TIMEOUT', 'no answer within 30 s', deliveredAt);
    put(deliveredAt, 'accepted', null, '{"accepted":true}', null);
  }
};

/** Recorded by the client within some days, in office hours. */
const recordedAt = (zone: string, day: Day, now: number, random: Random): Date =>
  new Date(Math.min(now, momentOf(zone, day + random.int(0, 2), random.int(9 * 3600, 17 * 3600))));

const NO_SHOW = 0.006;

export const writeMilestones = (
  { keys, sheets, now }: Builder,
  lead: Lead,
  leadKey: number,
  funnel: Funnel,
  random: Random,
): void => {
  const { zone, today } = lead.campaign.owner;
  const put = (code: string, day: Day, voided: boolean): void => {
    const recorded = recordedAt(zone, Math.min(day, today), now.getTime(), random);
    sheets.put('lead_milestone', {
      ...idOf(lead, leadKey),
      milestone_key: keys.next('lead_milestone'),
      code,
      happened_on: isoOf(day),
      recorded_at: recorded,
      voided_at: voided ? new Date(Math.min(now.getTime(), recorded.getTime() + 2 * DAY_MS)) : null,
      void_reason: voided ? 'Did not come' : null,
    });
  };
  for (const stage of STAGES) if (funnel[stage] !== undefined) put(stage, funnel[stage], false);
  // Some were contacted for an appointment that never happened.
  if (funnel.CONTACT !== undefined && funnel.APPOINTMENT === undefined && random.chance(NO_SHOW))
    put('APPOINTMENT', funnel.CONTACT, true);
};

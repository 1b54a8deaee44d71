import { type DeliverySettings } from '@paceline/contract';
import { sql } from 'kysely';
import { Agent } from 'undici';
import { afterEach, beforeEach } from 'vitest';
import { makeScope } from '../db/scope/make-scope.ts';
import { type Delivering, openDelivering } from '../jobs/delivering.ts';
import { manualClock } from '../lib/clock.ts';
import { outboundHttp } from '../lib/guarded-http.ts';
import { type Person } from '../lib/secrets/seal.ts';
import { queueDelivery } from '../shared/delivery/queue-delivery.ts';
import { useDatabase } from './database.ts';
import {
  clientOf,
  deliverySettings,
  makeEndpoint,
  makeValidLead,
  TEST_SECRET,
} from './factories/delivery-factories.ts';
import { makeCampaign } from './factories/factories.ts';
import { useSink } from './servers/sink.ts';

export const NOW = new Date('2026-03-10T15:00:00Z');

/** A client with an endpoint, and a campaign of it. */
export interface DeliveryWorld {
  ownerKey: number;
  campaignKey: number;
  clientKey: number;
  endpointKey: number;
}
/** A worker that delivers to a client's system on this machine. */
export const useDeliveries = () => {
  const database = useDatabase();
  const sink = useSink();
  const clock = manualClock(NOW);
  const errors: unknown[] = [];
  const log = { error: (...args: unknown[]): void => void errors.push(args) };
  const http = outboundHttp(new Agent());
  let delivering: Delivering;
  beforeEach(async () => {
    clock.set(NOW);
    // What tests before this one left waiting is none of its business.
    await database.asMigrator((tx) => sql`update delivery_task set done_at = ${NOW} where done_at is null`.execute(tx));
    sink.received.length = 0;
    delivering = openDelivering({ ...database, clock, secret: TEST_SECRET, http, log });
  });
  // Whatever goes wrong on our own side is no answer of the client's.
  afterEach(() => {
    if (errors.length > 0) throw new Error(JSON.stringify(errors.splice(0), null, 1), { cause: errors });
  });

  const world = (path: string | null, over: Partial<DeliverySettings> = {}): Promise<DeliveryWorld> =>
    database.asMigrator(async (tx) => {
      const { ownerKey, campaignKey } = await makeCampaign(tx);
      const clientKey = await clientOf(tx, ownerKey, campaignKey);
      const url = path?.startsWith('http') ? path : `${sink.origin}${path}`;
      const settings = { ...deliverySettings({ timeLimitSeconds: 30 }), url, ...over };
      const endpointKey = path === null ? 0 : await makeEndpoint(tx, { ownerKey, clientKey, settings });
      return { ownerKey, campaignKey, clientKey, endpointKey };
    });
  const post = async (
    { ownerKey, campaignKey }: DeliveryWorld,
    count = 1,
    person: Partial<Person> = {},
  ): Promise<number[]> => {
    const leads: number[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      const lead = await database.asMigrator((tx) =>
        makeValidLead(tx, { ownerKey, campaignKey, at: clock.now(), person }),
      );
      const scope = makeScope({ userKey: null, group: 'system', ownerKeys: [ownerKey], partnerKey: null });
      await database.db.withScope(scope, (tx) => queueDelivery(tx, { ownerKey, ...lead }, clock.now()));
      leads.push(lead.leadKey);
    }
    return leads;
  };
  const leadOf = (leadKey: number) =>
    database.asMigrator(async (tx) => {
      const { rows } = await sql<{
        status: string;
        reasons: string[];
        reference: string | null;
        deliveredAt: Date | null;
      }>`
      select status, status_reasons as reasons, crm_reference as reference, delivered_at as "deliveredAt"
      from lead where lead_key = ${leadKey}`.execute(tx);
      return rows[0]!;
    });
  const statuses = (leads: number[]) => Promise.all(leads.map(async (leadKey) => (await leadOf(leadKey)).status));
  const triesOf = (leadKey: number) =>
    database.asMigrator(async (tx) => {
      const { rows } = await sql<{
        outcome: string;
        reason: string | null;
        response: string;
        nextAt: Date | null;
        request: string;
      }>`
      select outcome, reason, response, next_at as "nextAt", request from lead_delivery where lead_key = ${leadKey} order by attempt`.execute(
        tx,
      );
      return rows;
    });
  const movesOf = (leadKey: number) =>
    database.asMigrator(async (tx) => {
      const { rows } = await sql<{ move: string }>`
      select from_status || ' to ' || to_status as move from lead_status_change where lead_key = ${leadKey} order by change_key`.execute(
        tx,
      );
      return rows.map(({ move }) => move);
    });
  return {
    database,
    sink,
    clock,
    errors,
    log,
    world,
    post,
    leadOf,
    statuses,
    triesOf,
    movesOf,
    delivering: (): Delivering => delivering,
  };
};

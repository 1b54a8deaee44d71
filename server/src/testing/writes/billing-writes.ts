import { sql } from 'kysely';
import { type TestApp } from '../app.ts';
import { type Request } from '../calls/audited-calls.ts';

interface World {
  ownerKey: number;
  campaignKey: number;
  partnerKey: number;
  user: { userKey: number };
}
type Write = [entity: string, request: (world: World) => Promise<Request>];

/** A dispute that waits for an answer; its key. */
const makeDispute = (app: TestApp, { ownerKey, campaignKey, partnerKey, user: { userKey } }: World): Promise<number> =>
  app.asMigrator(async (tx) => {
    const { rows } = await sql<{ key: number }>`
      insert into billing_remark (owner_key, month, campaign_key, partner_key, side, kind, comment, is_agency, written_by, at)
      values (${ownerKey}, '2026-02-01', ${campaignKey}, ${partnerKey}, 'media', 'DISPUTED', 'Two more', false, ${userKey}, now())
      returning remark_key::int as key
    `.execute(tx);
    return rows[0]!.key;
  });

/** Requests of the calls that close months and speak about lines, each of which succeeds, and what the audit log has to name. */
export const billingWrites = (app: TestApp): Record<string, Write> => ({
  billableClose: [
    'billingMonth',
    async ({ ownerKey }) => ({ body: { ownerKey, month: '2026-01-01', status: 'CLOSED' } }),
  ],
  billableReopen: [
    'billingMonth',
    async ({ ownerKey }) => ({ body: { ownerKey, month: '2026-01-01', reason: 'A price was wrong' } }),
  ],
  billableRemark: [
    'campaign',
    async (world) => {
      const line = { ownerKey: world.ownerKey, month: '2026-02-01', campaignKey: world.campaignKey };
      return { body: { ...line, kind: 'SETTLED', comment: 'Counted again', after: await makeDispute(app, world) } };
    },
  ],
});

import { sql } from 'kysely';
import { type TestApp } from '../app.ts';
import { type Request } from '../calls/audited-calls.ts';
import { makeValidLead } from '../factories/delivery-factories.ts';

interface World {
  ownerKey: number;
  campaignKey: number;
  partnerKey: number;
  user: { userKey: number };
}
type Write = [entity: string, request: (world: World) => Promise<Request>];

/** A comparison with one lead that is only ours. */
const makeCompared = (app: TestApp, { ownerKey, campaignKey, partnerKey, user }: World) =>
  app.asMigrator(async (tx) => {
    const at = new Date('2026-03-04T12:00:00Z');
    const { leadKey, capturedDate } = await makeValidLead(tx, { ownerKey, campaignKey, at, status: 'DLV' });
    await sql`update lead set partner_key = ${partnerKey} where lead_key = ${leadKey}`.execute(tx);
    const run = await sql<{ key: number }>`
      insert into reconciliation_run (owner_key, side, partner_key, month, file_name, file_rows, uploaded_by, uploaded_group, uploaded_at)
      values (${ownerKey}, 'media', ${partnerKey}, '2026-03-01', 'list.csv', 0, ${user.userKey}, 'ag', ${at}) returning run_key as key
    `.execute(tx);
    const runKey = run.rows[0]!.key;
    const { rows } = await sql<{ key: number }>`
      insert into reconciliation_row (owner_key, run_key, side, partner_key, kind, reason, their_amount, captured_date, lead_key, campaign_key,
                                      our_status, our_amount)
      values (${ownerKey}, ${runKey}, 'media', ${partnerKey}, 'OURS', 'NOT_IN_FILE', 0, ${capturedDate}, ${leadKey}, ${campaignKey}, 'DLV', 40)
      returning row_key as key
    `.execute(tx);
    return { runKey, rowKey: rows[0]!.key, leadKey };
  });

/** The same, and a row of theirs that spells the lead's id otherwise; matched with it where that is to be taken apart. */
const makeMatchable = (app: TestApp, world: World, { isMatched = false } = {}) =>
  app.asMigrator(async (tx) => {
    const { runKey, rowKey: ourRow, leadKey } = await makeCompared(app, world);
    const { rows } = await sql<{ key: number }>`
      insert into reconciliation_row (owner_key, run_key, side, partner_key, kind, reason, file_row, their_id, their_amount, their_price, our_amount,
                                      lead_key, captured_date, matched_by)
      select owner_key, ${runKey}, 'media', ${world.partnerKey}, 'THEIRS', 'UNKNOWN_ID', 2, '-' || public_id, 40, 40, 0,
             case when ${isMatched} then lead_key end, case when ${isMatched} then captured_date end, case when ${isMatched} then 'SPELLING' end
      from lead where lead_key = ${leadKey} returning row_key as key
    `.execute(tx);
    return { runKey, leadKey, ourRow, theirRow: rows[0]!.key };
  });

/** Requests of the calls that change a reconciliation, each of which succeeds, and what the audit log has to name. */
export const reconciliationWrites = (app: TestApp): Record<string, Write> => ({
  reconciliationImport: [
    'bulkImport',
    ({ ownerKey, partnerKey }) =>
      Promise.resolve({
        params: { owner: ownerKey },
        query: { apply: 'goodRows', side: 'media', partyKey: String(partnerKey), month: '2026-03-01' },
        file: ['Lead Id,Price', 'NOBODY,10'],
      }),
  ],
  reconciliationDecide: [
    'reconciliationRun',
    async (world) => {
      const { runKey, rowKey } = await makeCompared(app, world);
      return {
        params: { owner: world.ownerKey },
        body: { runKey, rows: [{ rowKey, version: 1 }], decision: 'DISPUTE', note: 'Delivered on Mar 4' },
      };
    },
  ],
  reconciliationComment: [
    'reconciliationRow',
    async (world) => {
      const { runKey, rowKey } = await makeCompared(app, world);
      return { params: { owner: world.ownerKey }, body: { runKey, rowKey, comment: 'Delivered on Mar 4' } };
    },
  ],
  reconciliationMatch: [
    'reconciliationRow',
    async (world) => {
      const { runKey, leadKey, ourRow, theirRow } = await makeMatchable(app, world);
      return {
        params: { owner: world.ownerKey },
        body: {
          runKey,
          theirs: { rowKey: theirRow, version: 1 },
          leadCaptureKey: leadKey,
          ours: { rowKey: ourRow, version: 1 },
        },
      };
    },
  ],
  reconciliationUnmatch: [
    'reconciliationRow',
    async (world) => {
      const { runKey, theirRow } = await makeMatchable(app, world, { isMatched: true });
      return { params: { owner: world.ownerKey }, body: { runKey, rowKey: theirRow, version: 1 } };
    },
  ],
});

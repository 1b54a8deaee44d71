import { sql } from 'kysely';
import { type TestApp } from '../app.ts';
import { type Request } from '../calls/audited-calls.ts';
import { makeValidLead } from '../factories/delivery-factories.ts';

interface World {
  ownerKey: number;
  campaignKey: number;
}
type Write = [entity: string, request: (world: World) => Promise<Request>];

/** A delivered lead with a milestone, and a row that waits for this lead. */
const makeReported = (app: TestApp, { ownerKey, campaignKey }: World) =>
  app.asMigrator(async (tx) => {
    const at = new Date('2026-03-04T12:00:00Z');
    const { leadKey, capturedDate } = await makeValidLead(tx, { ownerKey, campaignKey, at, status: 'DLV' });
    await sql`call app.ensure_months('lead_milestone', ${capturedDate}::date, ${capturedDate}::date)`.execute(tx);
    const milestone = await sql<{ key: number }>`
      insert into lead_milestone (owner_key, captured_date, lead_key, code, happened_on, recorded_at)
      values (${ownerKey}, ${capturedDate}, ${leadKey}, 'CONTACT', '2026-03-05', ${at}) returning milestone_key::int as key
    `.execute(tx);
    const parked = await sql<{ key: number }>`
      insert into milestone_unmatched (owner_key, digest, code, happened_on, named_key, why, received_at)
      values (${ownerKey}, ${Buffer.from(String(leadKey))}, 'VISIT', '2026-03-05', ${leadKey}, 'status', ${at})
      returning unmatched_key as key
    `.execute(tx);
    return { leadKey, milestoneKey: milestone.rows[0]!.key, unmatchedKey: parked.rows[0]!.key };
  });

/** Requests of the calls that report milestones, each of which succeeds, and what the audit log has to name. */
export const milestoneWrites = (app: TestApp): Record<string, Write> => {
  type Made = Awaited<ReturnType<typeof makeReported>>;
  const on =
    (body: (milestone: Made) => unknown) =>
    async (world: World): Promise<Request> => ({
      params: { owner: world.ownerKey },
      body: body(await makeReported(app, world)),
    });
  return {
    milestoneImport: [
      'bulkImport',
      async (world) => ({
        params: { owner: world.ownerKey },
        query: { apply: 'goodRows' },
        file: ['Lead Capture Key,Milestone,Date', `${(await makeReported(app, world)).leadKey},VISIT,2026-03-05`],
      }),
    ],
    milestoneSave: [
      'owner',
      on(({ leadKey }) => ({ rows: [{ leadCaptureKey: leadKey, milestone: 'VISIT', date: '2026-03-05' }] })),
    ],
    milestoneVoid: [
      'lead',
      on(({ leadKey, milestoneKey }) => ({
        leadCaptureKey: leadKey,
        milestoneKey,
        version: 1,
        reason: 'Wrong person',
      })),
    ],
    milestoneReinstate: [
      'lead',
      async (world) => {
        const { leadKey, milestoneKey } = await makeReported(app, world);
        await app.asMigrator((tx) =>
          sql`
            update lead_milestone set voided_at = recorded_at, void_reason = 'Wrong person' where milestone_key = ${milestoneKey}
          `.execute(tx),
        );
        const body = { leadCaptureKey: leadKey, milestoneKey, version: 1, reason: 'The right person' };
        return { params: { owner: world.ownerKey }, body };
      },
    ],
    unmatchedResolve: [
      'lead',
      on(({ leadKey, unmatchedKey }) => ({ unmatchedKey, version: 1, leadId: String(leadKey) })),
    ],
    unmatchedMatch: ['lead', on(({ unmatchedKey }) => ({ unmatchedKeys: [unmatchedKey] }))],
    unmatchedIgnore: [
      'unmatchedMilestone',
      on(({ unmatchedKey }) => ({ unmatchedKeys: [unmatchedKey], reason: 'Nobody of ours' })),
    ],
  };
};

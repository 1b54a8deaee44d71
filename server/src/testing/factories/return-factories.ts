import { type Permission, type ReturnReason, returnRequest, type ReturnRow, returnSearch } from '@paceline/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Tx } from '../../db/scope/tx.ts';
import { type SignedIn, type TestApp } from '../app.ts';
import { clientOf, makeValidLead } from './delivery-factories.ts';
import { makeCampaign, makePartner } from './factories.ts';

export const RETURN_PRICES = { client: 71.25, media: 43.75 } as const;
const RIGHTS: Permission[] = ['leadanalyzer:View', 'leadanalyzer:Return'];

/** A delivered lead that its client may return; its id. */
export const makeReturnable = async (
  tx: Tx,
  place: { ownerKey: number; campaignKey: number; clientKey: number; partnerKey: number },
): Promise<string> => {
  const { ownerKey, campaignKey, clientKey, partnerKey } = place;
  const { leadKey } = await makeValidLead(tx, {
    ownerKey,
    campaignKey,
    at: new Date('2026-03-08T12:00:00Z'),
    status: 'DLV',
  });
  await sql`
    insert into client_criteria (owner_key, client_key, version, body, saved_at)
    select ${ownerKey}, ${clientKey}, coalesce(max(version), 0) + 1, '{"returns":{"maxPercent":100}}', now()
    from client_criteria where owner_key = ${ownerKey} and client_key = ${clientKey}`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    update lead set partner_key = ${partnerKey} where lead_key = ${leadKey} returning public_id as id`.execute(tx);
  return rows[0]!.id;
};

/** Two owners, and at the first of them two partners with a campaign each for one client. */
export const makeReturnWorld = async (harness: TestApp) => {
  const { owner, other, clientKey, partners, campaigns, foreign } = await harness.asMigrator(async (tx) => {
    const [first, second] = [await makePartner(tx), await makePartner(tx)];
    const one = await makeCampaign(tx, { partnerKey: first });
    const two = await makeCampaign(tx, { ownerKey: one.ownerKey, goalKey: one.goalKey, partnerKey: second });
    const abroad = await makeCampaign(tx, { partnerKey: first });
    return {
      owner: one.ownerKey,
      other: abroad.ownerKey,
      clientKey: await clientOf(tx, one.ownerKey, one.campaignKey),
      partners: [first, second] as const,
      campaigns: [one.campaignKey, two.campaignKey] as const,
      foreign: abroad.campaignKey,
    };
  });
  const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));

  /** A delivered lead of one of the partners; its id. */
  const deliver = async (at: string, place: 0 | 1 | 'abroad' = 0): Promise<string> => {
    const partnerKey = place === 1 ? partners[1] : partners[0];
    const [ownerKey, campaignKey] = place === 'abroad' ? [other, foreign] : [owner, campaigns[place]];
    const { leadKey } = await harness.asMigrator((tx) =>
      makeValidLead(tx, { ownerKey, campaignKey, at: new Date(at), status: 'DLV' }),
    );
    await write(sql`
      update lead set partner_key = ${partnerKey}, client_price = ${RETURN_PRICES.client}, media_price = ${RETURN_PRICES.media},
                      crm_reference = ${`CRM-${leadKey}`}
      where lead_key = ${leadKey}`);
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ id: string }>`select public_id as id from lead where lead_key = ${leadKey}`.execute(tx),
    );
    return rows[0]!.id;
  };

  let version = 0;
  const agree = (returns: object) =>
    write(sql`
      insert into client_criteria (owner_key, client_key, version, body, saved_at)
      values (${owner}, ${clientKey}, ${(version += 1)}, ${JSON.stringify({ returns })}, now())`);

  return {
    owner,
    other,
    partners,
    campaigns,
    write,
    deliver,
    agree,
    desk: () => harness.signedIn('ag', { owners: [owner], permissions: RIGHTS }),
    manager: () => harness.signedIn('ag', { owners: [owner], permissions: [...RIGHTS, 'leadanalyzer:Override'] }),
    client: () => harness.signedIn('cl', { owners: [owner], permissions: RIGHTS }),
    partner: (which: 0 | 1) =>
      harness.signedIn('mp', { owners: [owner, other], permissions: RIGHTS, partnerKey: partners[which] }),
    stranger: () => harness.signedIn('ag', { owners: [other], permissions: [...RIGHTS, 'leadanalyzer:Override'] }),
    request: (as: SignedIn, leads: string[], more: { reasonCode?: ReturnReason; [name: string]: unknown } = {}) =>
      harness.call(returnRequest, as, {
        body: { ownerKey: owner, leads, reasonCode: 'WRONG_NUMBER', ...more },
      }),
    search: async (as: SignedIn, body: object = {}): Promise<ReturnRow[]> => {
      const ofOwner = as.group === 'mp' ? {} : { ownerKey: owner };
      const answer = await harness.call(returnSearch, as, { body: { ...ofOwner, ...body } });
      expect(answer.status).toBe(200);
      return (answer.body.data as { rows: ReturnRow[] }).rows;
    },
    leadOf: async (leadId: string) => {
      const { rows } = await harness.asMigrator((tx) =>
        sql<{ status: string; reasons: string[]; delivered: Date; returned: Date | null; key: number }>`
          select status, status_reasons as reasons, delivered_at as delivered, returned_at as returned, lead_key::int as key
          from lead where public_id = ${leadId}`.execute(tx),
      );
      return rows[0]!;
    },
  };
};
export type ReturnWorld = Awaited<ReturnType<typeof makeReturnWorld>>;

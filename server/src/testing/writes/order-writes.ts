import { ALL_PERMISSIONS } from '@paceline/contract';
import { sql } from 'kysely';
import { randomToken, sha256 } from '../../lib/secrets/tokens.ts';
import { type TestApp } from '../app.ts';
import { type Request } from '../calls/audited-calls.ts';
import { makeUser } from '../factories/factories.ts';

interface World {
  ownerKey: number;
  campaignKey: number;
  partnerKey: number;
  clientKey: number;
}
type Write = [entity: string, request: (world: World) => Promise<Request>];

/** An order that was sent, one of its mails with the link in it, and the contact who got it. */
const makeSentOrder = (app: TestApp, { ownerKey, partnerKey, clientKey, campaignKey }: World) =>
  app.asMigrator(async (tx) => {
    const at = app.clock.now();
    const order = await sql<{ key: number }>`
      insert into insertion_order (owner_key, partner_key, client_key, month, status, number, sent_at)
      values (${ownerKey}, ${partnerKey}, ${clientKey}, '2026-04-01', 'SENT', 'IO-2026-04-Partner-1', ${at}) returning io_key as key`.execute(
      tx,
    );
    const ioKey = order.rows[0]!.key;
    await sql`
      insert into insertion_order_line (owner_key, io_key, campaign_key, media_desktop, monthly_allocation, amount)
      values (${ownerKey}, ${ioKey}, ${campaignKey}, 40, 10, 400)`.execute(tx);
    const contactKey = await makeContact(app, partnerKey);
    const token = randomToken();
    await sql`
      insert into insertion_order_mail (owner_key, io_key, partner_key, contact_key, name, email, requested_at, state, token_hash, expires_at)
      values (${ownerKey}, ${ioKey}, ${partnerKey}, ${contactKey}, 'Ada', 'ada@partner.example', '2026-03-01', 'queued', ${sha256(token)},
              ${new Date(at.getTime() + 86_400_000)})`.execute(tx);
    return { ioKey, contactKey, token };
  });

const makeContact = (app: TestApp, partnerKey: number): Promise<number> =>
  app.asMigrator(async (tx) => {
    const { rows } = await sql<{ key: number }>`
      insert into partner_contact (partner_key, name, email) values (${partnerKey}, 'Ada', 'ada@partner.example')
      returning contact_key as key`.execute(tx);
    return rows[0]!.key;
  });

const asPartner = async (app: TestApp, { ownerKey, partnerKey }: World) => {
  const { userKey } = await app.asMigrator((tx) =>
    makeUser(tx, { group: 'mp', partnerKey, ownerKeys: [ownerKey], permissions: ALL_PERMISSIONS }),
  );
  return app.sessionOf('mp', userKey);
};

const ENTITY = 'insertion_order';

/** Requests of the calls that change insertion orders, each of which succeeds, and what the audit log has to name. */
export const orderWrites = (app: TestApp): Record<string, Write> => ({
  ioNextMonthEmail: [
    ENTITY,
    async ({ ownerKey, campaignKey, partnerKey, clientKey }) => {
      await app.asMigrator((tx) =>
        sql`
          insert into campaign_month (owner_key, campaign_key, month, monthly_allocation)
          values (${ownerKey}, ${campaignKey}, '2026-04-01', 10)`.execute(tx),
      );
      const contactKey = await makeContact(app, partnerKey);
      return { params: { owner: ownerKey }, body: { clientKeys: [clientKey], emailNotificationKeys: [contactKey] } };
    },
  ],
  ioSend: [
    ENTITY,
    async (world) => {
      const { ioKey, contactKey } = await makeSentOrder(app, world);
      return { params: { owner: world.ownerKey, ioKey }, body: { emailNotificationKeys: [contactKey] } };
    },
  ],
  ioOpen: [
    ENTITY,
    async (world) => {
      const { ioKey } = await makeSentOrder(app, world);
      return { as: await asPartner(app, world), params: { owner: world.ownerKey, ioKey } };
    },
  ],
  ioAnswer: [
    ENTITY,
    async (world) => {
      const { ioKey } = await makeSentOrder(app, world);
      return {
        as: await asPartner(app, world),
        params: { owner: world.ownerKey, ioKey },
        body: { answer: 'ACCEPTED', signerName: 'Ada Ames', signerTitle: 'Director' },
      };
    },
  ],
  ioLinkOpen: [ENTITY, async (world) => ({ body: { token: (await makeSentOrder(app, world)).token } })],
  ioLinkAnswer: [
    ENTITY,
    async (world) => ({
      body: {
        token: (await makeSentOrder(app, world)).token,
        answer: 'ACCEPTED',
        signerName: 'Ada Ames',
        signerTitle: 'Director',
      },
    }),
  ],
  ioSettingsSave: [
    'insertion_order_setting',
    async ({ ownerKey }) => ({
      params: { owner: ownerKey },
      body: {
        ordersRequired: true,
        agencyName: 'Paceline',
        paymentTerms: 'Net 30',
        hidesClientCode: false,
        rowVersion: 0,
      },
    }),
  ],
});

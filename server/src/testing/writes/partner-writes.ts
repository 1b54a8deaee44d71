import { partnerMailSend, partnerValueMapList } from '@paceline/contract';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type SignedIn, type TestApp } from '../app.ts';

interface World {
  ownerKey: number;
  partnerKey: number;
  clientKey: number;
}
interface Written {
  params?: Record<string, number>;
  body: unknown;
}
type Write = [entity: string, request: (world: World, as: SignedIn) => Written | Promise<Written>];

export const A_PARTNER = {
  mediaPartnerKey: null,
  rowVersion: null,
  mediaPartnerName: 'Bright Leads',
  mediaPartnerCode: 'BRIGHT',
  affiliateKey: 'AF-1',
  activeFlag: true,
  productTypes: ['PPL' as const],
  paymentTerms: 'Net 30',
};

export const A_CONTACT = {
  emailNotificationKey: null,
  rowVersion: null,
  name: 'Account team',
  email: 'team@bright.example',
  phone: '',
  notifications: ['COMPLIANCE' as const],
  active: true,
};

/** A contact that can be written to about compliance, of a partner that works for the client. */
export const makeWritable = (
  app: Pick<TestApp, 'asMigrator'>,
  { ownerKey, partnerKey, clientKey }: World,
  email = 'team@bright.example',
): Promise<number> =>
  app.asMigrator(async (tx) => {
    await sql`
      insert into partner_client (owner_key, partner_key, client_key, since)
      values (${ownerKey}, ${partnerKey}, ${clientKey}, '2026-01-01') on conflict do nothing
    `.execute(tx);
    const { rows } = await sql<{ key: number }>`
      insert into partner_contact (partner_key, name, email, notifications)
      values (${partnerKey}, 'Account team', ${email}, '{COMPLIANCE}') returning contact_key as key
    `.execute(tx);
    return rows[0]!.key;
  });

export const letterFor = (ownerKey: number, emailNotificationKeys: readonly number[]) => ({
  ownerKey,
  kind: 'COMPLIANCE' as const,
  emailNotificationKeys: [...emailNotificationKeys],
  subject: 'New disclosure text',
  customMessage: 'Please use the new text from Monday on.',
  sendId: randomUUID() as string,
});

/** What changes a media partner, or writes to one. */
export const partnerWrites = (app: TestApp): Record<string, Write> => ({
  partnerSave: ['media_partner', () => ({ body: A_PARTNER })],
  partnerEmailSave: [
    'media_partner',
    ({ partnerKey }) => ({ params: { key: partnerKey }, body: { contacts: [A_CONTACT] } }),
  ],
  partnerClientMapSave: [
    'media_partner',
    async ({ ownerKey, partnerKey, clientKey }) => {
      const { rows } = await app.asMigrator((tx) =>
        sql<{ rowVersion: number }>`
          select row_version as "rowVersion" from partner_client
          where owner_key = ${ownerKey} and partner_key = ${partnerKey} and client_key = ${clientKey}`.execute(tx),
      );
      const clients = [{ clientKey, rowVersion: rows[0]?.rowVersion ?? null }];
      return { params: { key: partnerKey }, body: { ownerKey, status: 'PAUSED', clients } };
    },
  ],
  partnerValueMapSave: [
    'media_partner',
    async ({ ownerKey, partnerKey, clientKey }, as) => {
      const { body } = await app.call(partnerValueMapList, as, {
        params: { key: partnerKey },
        query: { ownerKey: String(ownerKey), clientKey: String(clientKey) },
      });
      const { version } = body.data as { version: string };
      const values = [{ field: 'city', partnerValue: 'NYC', ourValue: 'New York' }];
      return { params: { key: partnerKey }, body: { ownerKey, clientKey, version, values } };
    },
  ],
  partnerMailSend: [
    'partner_mailing',
    async (world) => ({ body: letterFor(world.ownerKey, [await makeWritable(app, world)]) }),
  ],
  partnerMailResend: [
    'partner_mailing',
    async (world, as) => {
      const { ownerKey } = world;
      const body = letterFor(ownerKey, [await makeWritable(app, world)]);
      const { mailingKey } = (await app.call(partnerMailSend, as, { body })).body.data as { mailingKey: number };
      const { rows } = await app.asMigrator((tx) =>
        sql<{ key: number }>`
          update partner_mail set state = 'FAILED', due_at = null, done_at = ${app.clock.now()} where mailing_key = ${mailingKey}
          returning partner_mail_key::int as key`.execute(tx),
      );
      return { params: { owner: ownerKey, mailing: mailingKey }, body: { partnerMailKey: rows[0]!.key } };
    },
  ],
});

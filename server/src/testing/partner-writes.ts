import { partnerValueMapList } from '@paceline/contract';
import { sql } from 'kysely';
import { type SignedIn, type TestApp } from './app.ts';

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

/** What changes a media partner. */
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
});

import {
  type InstructionsLink,
  instructionsLinkMake,
  postingInstructions,
  type PostingInstructions,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type SignedIn, type TestApp } from '../app.ts';
import { type Request } from '../calls/audited-calls.ts';

interface World {
  ownerKey: number;
  campaignKey: number;
}
type Write = [entity: string, request: (world: World, as: SignedIn) => Promise<Request>];

/** The smallest PDF that is one. */
export const plainPdf = (objects = ''): string =>
  `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n${objects}trailer\n<< /Root 1 0 R >>\n%%EOF\n`;

/** A document without a version; its key. */
const makeDoc = (app: TestApp, ownerKey: number): Promise<number> =>
  app.asMigrator(async (tx) => {
    const { rows } = await sql<{ key: number }>`
      insert into doc (owner_key, title, audience, updated_at) values (${ownerKey}, 'Guide', 'ALL', now()) returning doc_key as key
    `.execute(tx);
    return rows[0]!.key;
  });

/** Requests of the calls about posting instructions and files, each of which succeeds, and what the audit log has to name. */
export const docsWrites = (app: TestApp): Record<string, Write> => ({
  postingInstructionsRead: [
    'campaign',
    async ({ campaignKey }, as) => {
      const params = { key: campaignKey };
      const { body } = await app.call(postingInstructions, as, { params });
      return { params, body: { version: (body.data as PostingInstructions).version } };
    },
  ],
  docFileUpload: [
    'doc',
    async ({ ownerKey }) => ({
      params: { owner: ownerKey },
      query: { title: 'Guide', audience: 'ALL' },
      file: [plainPdf()],
      fileName: 'guide.pdf',
    }),
  ],
  docFileSave: [
    'doc',
    async ({ ownerKey }) => ({
      params: { owner: ownerKey },
      body: {
        docKey: await makeDoc(app, ownerKey),
        rowVersion: 1,
        title: 'Other',
        audience: 'CLIENTS',
        partnerKey: null,
      },
    }),
  ],
  docFileRemove: [
    'doc',
    async ({ ownerKey }) => ({ params: { owner: ownerKey }, body: { docKey: await makeDoc(app, ownerKey) } }),
  ],
  instructionsLinkMake: [
    'instructionsLink',
    async ({ campaignKey }) => ({ params: { key: campaignKey }, body: { note: 'For the developers' } }),
  ],
  instructionsLinkShut: [
    'instructionsLink',
    async ({ campaignKey }, as) => {
      const params = { key: campaignKey };
      const { body } = await app.call(instructionsLinkMake, as, { params, body: {} });
      return { params, body: { linkKey: (body.data as InstructionsLink).linkKey } };
    },
  ],
});

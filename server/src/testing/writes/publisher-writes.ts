import { sql } from 'kysely';
import { type TestApp } from '../app.ts';
import { type Request } from '../calls/audited-calls.ts';

interface World {
  ownerKey: number;
  partnerKey: number;
  source: { sourceKey: number; sourceTag: string };
}
type Write = [entity: string, request: (world: World) => Request | Promise<Request>];

const A_PUBLISHER = {
  publisherKey: null,
  rowVersion: null,
  publisherName: 'Made by a test',
  domain: 'made.example',
  trafficTypes: ['Email'],
  status: 'APPROVED',
  reason: '',
};
const A_SOURCE = {
  publisherSourceKey: null,
  rowVersion: null,
  sourceTag: 'made-by-a-test',
  displayName: 'Made',
  landingUrls: ['https://made.example/'],
  disclosureTextKey: null,
  notes: '',
};

/** Requests about publishers and sources, each of which succeeds, and what the audit log has to name. */
export const publisherWrites = (app: TestApp): Record<string, Write> => {
  const publisherOf = async ({ source }: World): Promise<number> => {
    const { rows } = await app.asMigrator((tx) =>
      sql<{ key: number }>`
        select publisher_key as key from publisher_source where publisher_source_key = ${source.sourceKey}
      `.execute(tx),
    );
    return rows[0]!.key;
  };
  return {
    publisherSave: ['publisher', ({ partnerKey }) => ({ body: { ...A_PUBLISHER, aggregatorKey: partnerKey } })],
    disclosureTextSave: [
      'disclosure_text',
      ({ partnerKey }) => ({ body: { aggregatorKey: partnerKey, name: 'Made', wording: 'By pressing Send …' } }),
    ],
    publisherSourcesSave: [
      'publisher_source',
      async (world) => ({
        body: { aggregatorKey: world.partnerKey, publisherKey: await publisherOf(world), sources: [A_SOURCE] },
      }),
    ],
    publisherSourcesStatus: [
      'publisher_source',
      ({ source }) => ({
        body: {
          sources: [{ publisherSourceKey: source.sourceKey, rowVersion: 1 }],
          status: 'BLOCKED',
          reason: 'Bad phones',
        },
      }),
    ],
    publisherSourcesImport: [
      'bulkImport',
      ({ ownerKey, partnerKey }) => ({
        params: { owner: ownerKey, aggregator: partnerKey },
        query: { apply: 'goodRows' },
        file: ['Publisher Name,Source Tag,Traffic Type', 'Made by a file,made-by-a-file,Email'],
      }),
    ],
  };
};

import { sql } from 'kysely';
import { type SignedIn, type TestApp } from '../app.ts';

interface World {
  ownerKey: number;
}
type Write = [entity: string, request: (world: World, as: SignedIn) => { body: unknown } | Promise<{ body: unknown }>];

/** An export of somebody's own, in this state. */
const makeExport = async (
  app: TestApp,
  { ownerKey }: World,
  userKey: number,
  state: 'queued' | 'ready',
): Promise<number> => {
  const now = app.clock.now();
  const question = {
    ownerKey,
    leadStatus: [],
    clientKeys: [],
    mediaPartnerKeys: [],
    startDate: '2026-03-01',
    endDate: '2026-03-31',
    format: 'csv',
    wholePeople: false,
  };
  const { rows } = await app.asMigrator((tx) =>
    sql<{ key: number }>`
      insert into lead_export (owner_key, user_key, question, has_people, is_direct, state, leads, size_bytes, asked_at, expires_at)
      values (${ownerKey}, ${userKey}, ${JSON.stringify(question)}, false, false, ${state}, 0, 0, ${now},
              ${new Date(now.getTime() + 86_400_000)})
      returning export_key as key
    `.execute(tx),
  );
  return rows[0]!.key;
};

/** Requests of the calls that export leads, each of which succeeds, and what the audit log has to name. */
export const leadExportWrites = (app: TestApp): Record<string, Write> => {
  const exportOf: Write[1] = ({ ownerKey }) => ({ body: { ownerKey, startDate: '2026-03-01', endDate: '2026-03-31' } });
  const ofOne =
    (state: 'queued' | 'ready'): Write[1] =>
    async (world, { userKey }) => ({
      body: { ownerKey: world.ownerKey, exportKey: await makeExport(app, world, userKey, state) },
    });
  return {
    leadExportStart: ['leadExport', exportOf],
    leadExportCancel: ['leadExport', ofOne('queued')],
    leadExportRemove: ['leadExport', ofOne('ready')],
  };
};

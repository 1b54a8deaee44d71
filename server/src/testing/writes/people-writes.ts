import { sql } from 'kysely';
import { type TestApp } from '../app.ts';
import { type Request } from '../calls/audited-calls.ts';

interface World {
  ownerKey: number;
}
type Write = [entity: string, request: (world: World) => Request | Promise<Request>];

const A_REQUEST = { person: { email: 'made@test.example', phone: '' }, reference: 'Made by a test' };
const owner = ({ ownerKey }: World) => ({ owner: ownerKey });

/** Requests about people and of whom no lead is wanted, each of which succeeds, and what the audit log has to name. */
export const peopleWrites = (app: TestApp): Record<string, Write> => {
  const listKeyOf = async ({ ownerKey }: World): Promise<number> => {
    const { rows } = await app.asMigrator((tx) =>
      sql<{ key: number }>`
        insert into suppression_list (owner_key, name, created_at) values (${ownerKey}, 'Made by a test', now())
        returning suppression_list_key as key
      `.execute(tx),
    );
    return rows[0]!.key;
  };
  return {
    privacyFind: ['owner', (world) => ({ params: owner(world), body: A_REQUEST.person })],
    privacyErase: ['privacy_request', (world) => ({ params: owner(world), body: A_REQUEST })],
    privacySuppress: ['privacy_request', (world) => ({ params: owner(world), body: A_REQUEST })],
    privacySettingsSave: [
      'privacy_setting',
      (world) => ({ params: owner(world), body: { personMonths: 24, version: 0 } }),
    ],
    suppressionListSave: [
      'suppression_list',
      (world) => ({ params: owner(world), body: { name: 'Made by a test', clientKey: null } }),
    ],
    suppressionListRemove: [
      'suppression_list',
      async (world) => ({ params: { ...owner(world), listKey: await listKeyOf(world) } }),
    ],
    suppressionImport: [
      'bulkImport',
      async (world) => ({
        params: { ...owner(world), listKey: await listKeyOf(world) },
        query: { apply: 'goodRows' },
        file: ['Email SHA-256,Expires', `${'a'.repeat(64)},2099-01-01`],
      }),
    ],
  };
};

import { sql } from 'kysely';
import { type TestApp } from '../app.ts';
import { type Request } from '../calls/audited-calls.ts';

interface World {
  ownerKey: number;
}
type Write = [entity: string, request: (world: World) => Request | Promise<Request>];

const FIELDS = { channel: 'ppc', colour: '#2f6f9f' };

/** Requests that change custom channels, each of which succeeds, and what the audit log has to name. */
export const channelWrites = (app: TestApp): Record<string, Write> => {
  const make = async (ownerKey: number, name: string) => {
    const { rows } = await app.asMigrator((tx) =>
      sql<{ key: number }>`
        insert into custom_channel (owner_key, channel, name) values (${ownerKey}, 'ppc', ${name}) returning custom_channel_key as key
      `.execute(tx),
    );
    return { ownerKey, channelCustomKey: rows[0]!.key, rowVersion: 1 };
  };
  return {
    ownerSettingsSave: [
      'owner_setting',
      ({ ownerKey }) => ({ params: { owner: ownerKey }, body: { rowVersion: 1, values: { dedupDays: 45 } } }),
    ],
    customChannelSave: ['custom_channel', ({ ownerKey }) => ({ body: { ownerKey, name: 'Made', ...FIELDS } })],
    customChannelUpdate: [
      'custom_channel',
      async ({ ownerKey }) => ({
        body: { ...(await make(ownerKey, 'To be changed')), name: 'Changed', active: false, ...FIELDS },
      }),
    ],
    customChannelDelete: ['custom_channel', async ({ ownerKey }) => ({ body: await make(ownerKey, 'To be deleted') })],
  };
};

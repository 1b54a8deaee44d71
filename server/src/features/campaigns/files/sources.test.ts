import { mediaSourceUpload } from '@paceline/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { csv, problems, useCampaignFiles } from '../../../testing/campaign-files.ts';
import { makeCampaign, makeSource } from '../../../testing/factories/factories.ts';

const harness = useApp();
const { world, send } = useCampaignFiles(harness);

test('a file of sources allows, blocks and removes them, and notifies the partner', async () => {
  const { campaignKey } = await harness.asMigrator((tx) =>
    makeCampaign(tx, { ownerKey: world.mine, partnerKey: world.partnerKey, code: 'SRC-1' }),
  );
  const tags = await harness.asMigrator(async (tx) => {
    await sql`
      insert into partner_contact (partner_key, name, email, notifications) values (${world.partnerKey}, 'Q', 'q@partner.example', '{SOURCE_BLOCKED}')
    `.execute(tx);
    return [(await makeSource(tx, world.partnerKey)).sourceTag, (await makeSource(tx, world.partnerKey)).sourceTag];
  });
  const HEADING = 'Campaign Code,Source Tag,Action,Price Override,Monthly Cap,Note';
  const first = await send(
    mediaSourceUpload,
    csv(
      HEADING,
      `src-1,${tags[0]},ALLOW,22.5,10,`,
      `SRC-1,${tags[1]!.toUpperCase()},BLOCK,,,Bad phones`,
      'SRC-1,unknown,BLOCK,,,',
      `NONE,${tags[0]},ALLOW,,,`,
    ),
    { query: { apply: 'goodRows' } },
  );
  expect(first.data.applied).toMatchObject({ rows: 2, failed: 2 });
  const listed = () =>
    harness.asMigrator(async (tx) => {
      const { rows } = await sql<{ action: string; price: string | null; note: string }>`
        select action, price_override::text as price, note from campaign_source where campaign_key = ${campaignKey} order by action
      `.execute(tx);
      return rows;
    });
  expect(await listed()).toEqual([
    { action: 'ALLOW', price: '22.50', note: '' },
    { action: 'BLOCK', price: null, note: 'Bad phones' },
  ]);
  const mails = await harness.asMigrator((tx) => sql<{ body: string }>`select body from mail`.execute(tx));
  expect(mails.rows).toHaveLength(1);
  expect(mails.rows[0]?.body).toContain('Bad phones');
  const second = await send(mediaSourceUpload, csv(HEADING, `SRC-1,${tags[0]},REMOVE,,,`), {
    query: { apply: 'goodRows' },
  });
  expect(second.data.applied).toMatchObject({ rows: 1 });
  expect(await listed()).toHaveLength(1);
  const third = await send(mediaSourceUpload, csv(HEADING, `SRC-1,${tags[0]},REMOVE,,many,`, `,${tags[0]},REMOVE,,,`));
  expect(problems(third.data)).toEqual([
    '2: Monthly Cap must be a whole number 0 or more.',
    '2: The source is not in the list of the campaign.',
    '3: Campaign Code is required.',
  ]);
});

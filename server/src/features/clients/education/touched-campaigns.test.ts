import { bulkEduImport, milesBetween } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { zipPlace } from '../../../lib/zips/zips.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { csv } from '../../../testing/campaign-files.ts';
import { makeCampaign, makeCampus, makeTwoOwners } from '../../../testing/factories/factories.ts';
import { sendFile } from '../../../testing/send-file.ts';

const harness = useApp();
const HEADING =
  'Client Code,Campus Code,Campus Name,ZIP,Program Code,Program Name,Degree Level,Modality,Subject Area,Landing URL,Client Program Code,Active';
let owner: number;
let agency: SignedIn;
let campusKey: number;
let otherKey: number;
let named: number;
let whole: number;

/** A client with two campuses; one campaign with programs of its own, one that takes all; and another owner with the same codes. */
beforeEach(async () => {
  await harness.asMigrator(async (tx) => {
    const { mine, foreign } = await makeTwoOwners(tx);
    owner = mine.ownerKey;
    for (const ownerKey of [foreign.ownerKey, owner]) {
      const campaign = await makeCampaign(tx, { ownerKey, name: 'Whole' });
      const { rows } = await sql<{ key: number }>`
        select client_key as key from goal where goal_key = ${campaign.goalKey}`.execute(tx);
      const clientKey = rows[0]!.key;
      await sql`update client set code = 'ONE' where client_key = ${clientKey}`.execute(tx);
      const first = await makeCampus(tx, { ownerKey, clientKey, subjects: ['Nursing', 'Trades'] });
      const second = await makeCampus(tx, { ownerKey, clientKey, subjects: ['Nursing'] });
      await sql`update campus set code = 'AUS', name = 'Austin', zip = '78701' where campus_key = ${first.campusKey}`.execute(
        tx,
      );
      await sql`update campus set code = 'RRK', name = 'Round Rock', zip = '78664' where campus_key = ${second.campusKey}`.execute(
        tx,
      );
      // The client has one model, so new campuses need not name it.
      await sql`update campus set client_model_key = ${first.clientModelKey} where campus_key = ${second.campusKey}`.execute(
        tx,
      );
      await sql`delete from client_model where client_model_key = ${second.clientModelKey}`.execute(tx);
      for (const [index, key] of first.programKeys.entries())
        await sql`update program set code = ${['BSN', 'WELD'][index]} where program_key = ${key}`.execute(tx);
      await sql`update program set code = 'LVN' where program_key = ${second.programKeys[0]!}`.execute(tx);
      const own = await makeCampaign(tx, { ownerKey, goalKey: campaign.goalKey, name: 'Named' });
      await sql`
        insert into campaign_program (owner_key, campaign_key, program_key)
        values (${ownerKey}, ${own.campaignKey}, ${first.programKeys[0]!})`.execute(tx);
      [campusKey, otherKey, named, whole] = [first.campusKey, second.campusKey, own.campaignKey, campaign.campaignKey];
    }
    const over = await makeCampaign(tx, { ownerKey: owner, name: 'Over' });
    await sql`
      update campaign set goal_key = (select goal_key from campaign where campaign_key = ${whole}), start_date = '2026-01-01',
        end_date = '2026-01-31' where campaign_key = ${over.campaignKey}`.execute(tx);
  });
  agency = await harness.signedIn('ag', { owner, permissions: ['clients:View', 'clients:Bulk'] });
});

const look = async (...lines: string[]) => {
  const { data } = await sendFile(harness, agency, bulkEduImport, {
    params: { owner },
    query: { apply: 'no' },
    content: csv(HEADING, ...lines),
  });
  const remarks = data.rows.flatMap(({ row, warnings }) => warnings.map(({ message }) => `${row}: ${message}`));
  return { counts: data.counts, remarks, file: data.warnings };
};
const aim = (campaignKey: number, around: number, miles: number) =>
  harness.asMigrator((tx) =>
    sql`
      insert into campaign_targeting (owner_key, campaign_key, geo)
      values (${owner}, ${campaignKey}, ${JSON.stringify({ radius: { campusKey: around, miles } })}::jsonb)
      on conflict (owner_key, campaign_key) do update set geo = excluded.geo`.execute(tx),
  );

test('closing programs lists the active campaigns that accept their leads, by row and for the file', async () => {
  const { remarks, file } = await look('ONE,AUS,,,BSN,,,,,,,N', 'ONE,AUS,,,WELD,,,,,,,N');
  expect(remarks).toEqual([
    '2: Closes the campus Austin: none of its programs stays open.',
    '2: Closed for 2 campaigns: Named, Whole.',
    '3: Closed for 1 campaign: Whole.',
  ]);
  expect(file).toEqual([
    'Closes the campus Austin: none of its programs stays open.',
    '2 programs close, which touches 2 campaigns: Named, Whole.',
  ]);
});

test('new programs are open to campaigns that accept the whole client; changed pages and codes are reported', async () => {
  const { counts, remarks, file } = await look(
    'ONE,AUS,Austin,,NEW,New,Bachelor,Campus,Nursing,,,',
    'ONE,DAL,Dallas,75201,NEW,New,Bachelor,Campus,Nursing,,,',
    'ONE,AUS,,,BSN,,,,,https://one.example/bsn,N-7,',
    'ONE,AUS,,,WELD,Welding,,,,,,',
  );
  expect(counts).toMatchObject({ new: 2, changed: 2 });
  expect(remarks).toEqual([
    '2: Open for leads of 1 campaign: Whole.',
    '3: Open for leads of 1 campaign: Whole.',
    '4: The landing page changes for 2 campaigns: Named, Whole.',
    '4: Leads are delivered with the new Client Program Code from 2 campaigns: Named, Whole.',
  ]);
  expect(file).toEqual([
    '1 new campus: Dallas.',
    '2 programs open, which touches 1 campaign: Whole.',
    '1 program gets another landing page, which touches 2 campaigns: Named, Whole.',
    '1 program is delivered by another Client Program Code, which touches 2 campaigns: Named, Whole.',
  ]);
});

test('a moved campus moves its circles, and may leave the areas of campaigns', async () => {
  await aim(named, campusKey, 25);
  await aim(whole, otherKey, 40);
  const miles = milesBetween(zipPlace('78701') as never, zipPlace('75201') as never).toFixed(1);
  const { remarks } = await look('ONE,AUS,,75201,BSN,,,,,,,', 'ONE,AUS,,75201,WELD,,,,,,,');
  expect(remarks).toEqual([
    `2: The 25-mile circle of Named moves with the campus by ${miles} miles.`,
    '2: The campus moves out of the 40-mile circle of Whole.',
  ]);
  // The campaign `named` draws no circle around Round Rock, and takes nothing there.
  await aim(named, campusKey, 40);
  expect((await look('ONE,RRK,,75201,LVN,,,,,,,')).remarks).toEqual([
    expect.stringMatching(/^2: The 40-mile circle of Whole moves with the campus/),
  ]);
});

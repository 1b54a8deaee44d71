import { eduDataExport, fillPath, partnerCodesExport, type ProgramRow, programSearch } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { readSheet } from '../../../lib/sheet/read-sheet.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeCampus, makeGoal, makeTwoOwners } from '../../../testing/factories/factories.ts';

const harness = useApp();
let mine: number;
let foreign: number;
let clientKey: number;
let partnerKey: number;
let campuses: [number, number];
/** Nursing and Trades on the first campus, Business on the second. */
let programs: [nursing: number, trades: number, business: number];
let agency: SignedIn;

const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    mine = owners.mine.ownerKey;
    foreign = owners.foreign.ownerKey;
    const first = await makeCampaign(tx, { ownerKey: mine });
    ({ partnerKey } = first);
    const { rows } = await sql<{ clientKey: number }>`
      select client_key as "clientKey" from goal where goal_key = ${first.goalKey}
    `.execute(tx);
    clientKey = rows[0]!.clientKey;
    const one = await makeCampus(tx, { ownerKey: mine, clientKey, subjects: ['Nursing', 'Trades'] });
    const two = await makeCampus(tx, { ownerKey: mine, clientKey, subjects: ['Business'] });
    campuses = [one.campusKey, two.campusKey];
    programs = [one.programKeys[0]!, one.programKeys[1]!, two.programKeys[0]!];
    await sql`update program set start_dates = '{2026-09-01,2026-03-09,2026-03-10}' where program_key = ${programs[0]}`.execute(
      tx,
    );
    const other = await makeCampaign(tx, { ownerKey: foreign });
    const theirs = await sql<{ clientKey: number }>`
      select client_key as "clientKey" from goal where goal_key = ${other.goalKey}
    `.execute(tx);
    await makeCampus(tx, { ownerKey: foreign, clientKey: theirs.rows[0]!.clientKey, subjects: ['Culinary'] });
  });
  agency = await harness.signedIn('ag', { owner: mine, permissions: ['clients:View'] });
});
beforeEach(() => harness.clock.set(TEST_NOW));

const find = async (as: SignedIn, filters: object = {}): Promise<ProgramRow[]> => {
  const body = { ...(as.group !== 'mp' && { ownerKey: mine }), ...filters };
  const answer = await harness.call(programSearch, as, { body });
  expect({ status: answer.status, message: answer.body.message }).toMatchObject({ status: 200 });
  return (answer.body.data as { rows: ProgramRow[] }).rows;
};
/** The programs of these rows by their key, each with the names of its campaigns. */
const takers = async (as = agency): Promise<Record<number, string[]>> =>
  Object.fromEntries(
    (await find(as)).map(({ programKey, campaigns, campaignCount }) => {
      expect(campaigns).toHaveLength(campaignCount);
      return [programKey, campaigns.map(({ name }) => name)];
    }),
  );
const sheetOf = async (as: SignedIn, path: string): Promise<string[][]> => {
  const answer = await harness.app.inject({ method: 'GET', url: `/api${path}`, headers: as.headers });
  expect(answer.statusCode).toBe(200);
  const sheet = await readSheet(answer.rawPayload, 'file.xlsx');
  return [[...sheet.headers], ...sheet.rows.map((row) => row.cells.map(String))];
};

/** A line item of the client, for some of its programs or campuses, with one campaign of the partner. */
const addCampaign = (
  name: string,
  {
    goalPrograms = [],
    goalCampuses = [],
    own = [],
    of = partnerKey,
  }: { goalPrograms?: number[]; goalCampuses?: number[]; own?: number[]; of?: number } = {},
) =>
  harness.asMigrator(async (tx) => {
    const goalKey = await makeGoal(tx, mine);
    await sql`update goal set client_key = ${clientKey} where goal_key = ${goalKey}`.execute(tx);
    for (const key of goalPrograms)
      await sql`insert into goal_program (owner_key, goal_key, program_key) values (${mine}, ${goalKey}, ${key})`.execute(
        tx,
      );
    for (const key of goalCampuses)
      await sql`insert into goal_campus (owner_key, goal_key, campus_key) values (${mine}, ${goalKey}, ${key})`.execute(
        tx,
      );
    const { campaignKey } = await makeCampaign(tx, { ownerKey: mine, goalKey, partnerKey: of });
    await sql`update campaign set name = ${name} where campaign_key = ${campaignKey}`.execute(tx);
    for (const key of own)
      await sql`insert into campaign_program (owner_key, campaign_key, program_key) values (${mine}, ${campaignKey}, ${key})`.execute(
        tx,
      );
    return campaignKey;
  });

test('are those of one owner, with the next start by its calendar', async () => {
  const rows = await find(agency);
  expect(rows.map(({ programKey }) => programKey).toSorted((a, b) => a - b)).toEqual([...programs]);
  expect(rows.find(({ programKey }) => programKey === programs[0])).toMatchObject({
    nextStart: '2026-03-10',
    startDates: ['2026-03-09', '2026-03-10', '2026-09-01'],
    active: true,
  });
  // In Chicago it is still the 9th.
  harness.clock.set(new Date('2026-03-10T03:00:00Z'));
  await write(sql`update owner set time_zone = 'America/Chicago' where owner_key = ${mine}`);
  expect((await find(agency)).find(({ programKey }) => programKey === programs[0])?.nextStart).toBe('2026-03-09');
});

test('are filtered by subject, campus and whether they are still taught', async () => {
  expect(
    (await find(agency, { subject: ['Trades', 'Business'] })).map(({ subjectArea }) => subjectArea).toSorted(),
  ).toEqual(['Business', 'Trades']);
  expect(await find(agency, { campus: [campuses[1]] })).toMatchObject([{ programKey: programs[2] }]);
  await write(sql`update campus set active = false where campus_key = ${campuses[1]}`);
  expect(await find(agency, { active: false })).toMatchObject([
    { programKey: programs[2], active: false, campaignCount: 0 },
  ]);
  await write(sql`update campus set active = true where campus_key = ${campuses[1]}`);
});

test('list the campaigns that accept their leads: by campaign, by the line item’s programs or campuses, or for the whole client', async () => {
  const before = await takers();
  const [nursing, trades, business] = programs;
  await addCampaign('Named', { own: [trades] });
  await addCampaign('Item', { goalPrograms: [nursing] });
  await addCampaign('Campus', { goalCampuses: [campuses[1]] });
  const over = await addCampaign('Over');
  await addCampaign('Whole');
  await write(sql`update campaign set end_date = '2026-03-09', start_date = '2026-01-01' where campaign_key = ${over}`);
  const added = (key: number, names: Record<number, string[]>) =>
    names[key]!.filter((name) => !before[key]!.includes(name));
  const takersNow = await takers();
  expect([added(nursing, takersNow), added(trades, takersNow), added(business, takersNow)]).toEqual([
    ['Item', 'Whole'],
    ['Named', 'Whole'],
    ['Campus', 'Whole'],
  ]);
});

test('of a media partner are those of its clients, with its own campaigns and their posting codes', async () => {
  const partner = await harness.signedIn('mp', { owners: [mine, foreign], partnerKey, permissions: ['clients:View'] });
  await write(sql`
    insert into media_partner (name, code) values ('Somebody else', 'ELSE') on conflict do nothing`);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ key: number }>`select partner_key as key from media_partner where code = 'ELSE'`.execute(tx),
  );
  await addCampaign('Of another partner', { of: rows[0]!.key });
  await addCampaign('For trades', { own: [programs[1]] });
  await addCampaign('For all');
  const ended = await addCampaign('Ended');
  await write(
    sql`update campaign set end_date = '2026-03-09', start_date = '2026-01-01' where campaign_key = ${ended}`,
  );
  const names = Object.values(await takers(partner)).flat();
  expect(names).toContain('For all');
  expect(names).not.toContain('Of another partner');
  expect((await find(partner)).map(({ subjectArea }) => subjectArea)).not.toContain('Culinary');
  const text = (await sheetOf(partner, fillPath(partnerCodesExport.path, {}, 'mp'))).map((cells) => cells.join('|'));
  expect(text[0]).toContain('Campaign Code');
  expect(text.filter((line) => line.includes('|For trades|'))).toHaveLength(1);
  expect(text.filter((line) => line.includes('|For all|'))).toHaveLength(3);
  expect(text.join()).not.toMatch(/Of another partner|\|Ended\|/);
});

test('a client’s education data has the columns of its file; another owner’s is unknown', async () => {
  const path = fillPath(eduDataExport.path, { key: clientKey }, 'ag');
  const [head, ...rows] = await sheetOf(agency, path);
  expect(head!.slice(0, 4)).toEqual(['Client Code', 'Client Model', 'Campus Code', 'Campus Name']);
  expect(rows).toHaveLength(3);
  const stranger = await harness.signedIn('ag', { owners: [foreign], permissions: ['clients:View'] });
  const answer = await harness.call(eduDataExport, stranger, { params: { key: clientKey } });
  expect(answer.status).toBe(404);
});

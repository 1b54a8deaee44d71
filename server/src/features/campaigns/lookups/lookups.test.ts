import {
  ALL_PERMISSIONS,
  campaignDraftList,
  campaignDraftRemove,
  campaignDraftSave,
  campaignSave,
  channelDetails,
  channelList,
  ownerPartnerSearch,
  taxonomySubjectList,
  type Vendor,
  vendorList,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeClient, makeGoal, makePartner, makeTwoOwners } from '../../../testing/factories/factories.ts';

const harness = useApp();
let mine: number;
let foreign: number;
let mapped: number;
let free: number;
let agency: SignedIn;

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    mine = owners.mine.ownerKey;
    foreign = owners.foreign.ownerKey;
    [mapped, free] = [await makePartner(tx), await makePartner(tx)];
    await sql`update media_partner set name = 'Zebra Leads', code = 'ZEBRA' where partner_key = ${mapped}`.execute(tx);
    await sql`update media_partner set name = 'Aardvark Media', code = 'AARDVARK' where partner_key = ${free}`.execute(
      tx,
    );
    for (const [ownerKey, code] of [
      [mine, 'MINE'],
      [foreign, 'THEIRS'],
    ] as const) {
      const clientKey = await makeClient(tx, ownerKey);
      await sql`update client set code = ${code} where client_key = ${clientKey}`.execute(tx);
      await sql`insert into partner_client (owner_key, partner_key, client_key, since) values (${ownerKey}, ${mapped}, ${clientKey}, '2026-01-01')`.execute(
        tx,
      );
    }
    await sql`insert into custom_channel (owner_key, channel, name) values (${mine}, 'ppl', 'Warm Transfers'), (${foreign}, 'ppl', 'Canary')`.execute(
      tx,
    );
  });
  agency = await harness.signedIn('ag', { owners: [mine], permissions: ALL_PERMISSIONS });
});

describe('partners', () => {
  const search = async (body: object, as = agency): Promise<string[]> => {
    const answer = await harness.call(ownerPartnerSearch, as, { params: { owner: mine }, body });
    return (answer.body.data as Vendor[]).map(({ aggregatorName }) => aggregatorName);
  };

  test('the owner’s come first, then possible ones', async () => {
    expect(await search({})).toEqual(['Zebra Leads', 'Aardvark Media']);
    expect(await search({ term: 'aard' })).toEqual(['Aardvark Media']);
    expect(await search({ term: 'zebra' })).toEqual(['Zebra Leads']);
    expect(await search({ term: '%' })).toEqual([]);
  });

  test('a client finds the partners that work for it', async () => {
    const client = await harness.signedIn('cl', { owners: [mine], permissions: ['campaigns:View'] });
    expect(await search({ term: ' ' }, client)).toEqual(['Zebra Leads']);
  });

  test('of clients, by their codes; an unknown code is refused', async () => {
    const list = (clientCodes: string[]) => harness.call(vendorList, agency, { body: { clientCodes } });
    expect((await list(['mine'])).body.data).toMatchObject([{ aggregatorCode: 'ZEBRA', mapped: true }]);
    for (const codes of [
      ['MINE', 'THEIRS'],
      ['MINE', 'NOBODY'],
    ])
      expect((await list(codes)).status).toBe(404);
    expect((await list([])).body.message).toBe('Illegal arguments');
  });
});

describe('channels and subjects', () => {
  test('are listed', async () => {
    const { body } = await harness.call(channelList, agency);
    expect((body.data as { channel: string }[]).map(({ channel }) => channel)).toEqual([
      'ppl',
      'ppc',
      'social',
      'programmaticDisplay',
      'email',
    ]);
    const subjects = await harness.call(taxonomySubjectList, agency);
    expect(subjects.body.data).toContainEqual({ code: 'Nursing', label: 'Nursing' });
  });

  test('of an owner include its custom channels', async () => {
    const { body } = await harness.call(channelDetails, agency, { params: { key: 'ppl' } });
    expect(body.data).toMatchObject({ name: 'Pay per lead', customChannels: [{ name: 'Warm Transfers' }] });
    expect(JSON.stringify(body)).not.toContain('Canary');
  });
});

describe('form drafts', () => {
  const keep = (parts: object, as = agency) =>
    harness.call(campaignDraftSave, as, {
      params: { owner: mine },
      body: { channel: 'ppl', campaignKey: null, step: 'basics', form: '{"name":"Half"}', ...parts },
    });
  const drafts = async (as = agency) =>
    (await harness.call(campaignDraftList, as, { params: { owner: mine } })).body.data;

  test('are stored step by step, one per campaign, for their author', async () => {
    await keep({});
    await keep({ step: 'prices', form: '{"name":"Half","clientDesktopBidPrice":5}' });
    expect(await drafts()).toMatchObject([{ step: 'prices', body: { name: 'Half', clientDesktopBidPrice: 5 } }]);
    const other = await harness.signedIn('ag', { owners: [mine], permissions: ALL_PERMISSIONS });
    expect(await drafts(other)).toEqual([]);
  });

  test('are deleted once the campaign is saved', async () => {
    await keep({});
    const goalKey = await harness.asMigrator((tx) => makeGoal(tx, mine));
    const { status } = await harness.call(campaignSave, agency, {
      params: { owner: mine },
      body: {
        name: 'Whole',
        vendorKey: mapped,
        clientGoalKey: goalKey,
        campaignCode: 'WHOLE-1',
        clientCampaignCode: 'C',
        campaignReoccuring: true,
      },
    });
    expect(status).toBe(200);
    expect(await drafts()).toEqual([]);
  });

  test('can be discarded by their author only', async () => {
    const { body } = await keep({});
    const { draftKey } = body.data as { draftKey: number };
    const other = await harness.signedIn('ag', { owners: [mine], permissions: ALL_PERMISSIONS });
    const forget = (as: SignedIn) => harness.call(campaignDraftRemove, as, { params: { owner: mine, draftKey } });
    expect((await forget(other)).status).toBe(404);
    expect((await forget(agency)).status).toBe(200);
    expect(await drafts()).toEqual([]);
  });

  test.each(['not json', '[1]', 'null', '"text"'])('%s is not a valid form', async (form) => {
    expect((await keep({ form })).body.message).toBe('Illegal arguments');
  });
});

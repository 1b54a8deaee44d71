import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  ALL_PERMISSIONS,
  campaignGeoSave,
  clientCriteriaSchema,
  KEY_PLACEHOLDER,
  type LeadAnswer,
  postingInstructions,
  type PostingInstructions,
  postingInstructionsRead,
  type SampleLanguage,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { SMALL_DEMO } from '../../../../seed/index.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { allowFastPosts, makePostingKey } from '../../../testing/factories/posting.ts';
import { makeTemporaryFolder } from '../../../testing/servers/temporary-folder.ts';

const run = promisify(execFile);
const harness = useApp({ filled: SMALL_DEMO });
/** A Monday at noon in New York: every campaign is open. */
const NOW = new Date('2026-11-16T17:00:00Z');

interface Place {
  ownerKey: number;
  campaignKey: number;
  partnerKey: number;
  clientKey: number;
}
let places: Place[];
let agency: SignedIn;
const partnerOf = ({ ownerKey, partnerKey }: Place): Promise<SignedIn> =>
  harness.signedIn('mp', { owners: [ownerKey], partnerKey, permissions: ['campaigns:View'] });

const instructionsOf = async ({ campaignKey }: Place, as: SignedIn): Promise<PostingInstructions> => {
  const { status, body } = await harness.call(postingInstructions, as, { params: { key: campaignKey } });
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  return body.data as PostingInstructions;
};
const read = ({ campaignKey }: Place, as: SignedIn, version: string) =>
  harness.call(postingInstructionsRead, as, { params: { key: campaignKey }, body: { version } });
const sectionOf = ({ sections }: PostingInstructions, id: string) => sections.find((one) => one.id === id);
const cellsOf = (shown: PostingInstructions, id: string, key: string) =>
  sectionOf(shown, id)?.rows.find((row) => row.key === key)?.cells;
const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));

beforeAll(async () => {
  harness.clock.set(NOW);
  const { rows } = await harness.asMigrator((tx) =>
    sql<Place>`
      select distinct on (c.partner_key) c.owner_key as "ownerKey", c.campaign_key as "campaignKey", c.partner_key as "partnerKey",
             g.client_key as "clientKey"
      from campaign c join goal g using (owner_key, goal_key)
      join campaign_month m on m.owner_key = c.owner_key and m.campaign_key = c.campaign_key and m.month = '2026-11-01'
      where c.channel = 'ppl' and c.partner_key is not null and c.deleted_at is null and c.activated_at is not null
        and (c.end_date is null or c.end_date > '2026-12-31') and c.start_date < '2026-11-01' and m.monthly_allocation > 0
        and not exists (select from campaign_pause p where p.owner_key = c.owner_key and p.campaign_key = c.campaign_key)
      order by c.partner_key, c.owner_key, c.campaign_key
    `.execute(tx),
  );
  places = rows;
  agency = await harness.signedIn('ag', {
    owners: [...new Set(places.map(({ ownerKey }) => ownerKey))],
    permissions: ALL_PERMISSIONS,
  });
});

/** How to run each language; PHP where it is installed. */
const COMMANDS: Partial<Record<SampleLanguage, (file: string) => [string, string[]]>> = {
  curl: (file) => ['sh', [file]],
  javascript: (file) => [process.execPath, [file]],
  python: (file) => ['python3', [file]],
  php: (file) => ['php', [file]],
};
const ENDINGS: Record<SampleLanguage, string> = {
  curl: 'sh',
  javascript: 'mjs',
  python: 'py',
  php: 'php',
  json: 'json',
};
const hasPhp = () =>
  run('php', ['--version']).then(
    () => true,
    () => false,
  );

describe('the samples', { tags: ['long'] }, () => {
  test('of three partners work unchanged and are accepted as test leads', async () => {
    await harness.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = harness.app.server.address() as AddressInfo;
    const folder = await makeTemporaryFolder('samples');
    const withPhp = await hasPhp();
    expect(new Set(places.slice(0, 3).map(({ partnerKey }) => partnerKey)).size).toBe(3);
    for (const place of places.slice(0, 3)) {
      const key = await harness.asMigrator(async (tx) => {
        await allowFastPosts(tx, place.partnerKey);
        return makePostingKey(tx, place.partnerKey, NOW);
      });
      const { samples, postUrl } = await instructionsOf(place, await partnerOf(place));
      const address = `http://127.0.0.1:${port}/lead/v1/post`;
      for (const { language, code } of samples) {
        expect(code).not.toContain(key);
        const ready = code.replaceAll(postUrl, address).replaceAll(KEY_PLACEHOLDER, key);
        const command = COMMANDS[language];
        let answer: LeadAnswer;
        if (command === undefined) {
          const payload = JSON.parse(ready) as object;
          const headers = { 'x-partner-key': key };
          answer = (await harness.app.inject({ method: 'POST', url: '/lead/v1/post', headers, payload })).json();
        } else {
          if (language === 'php' && !withPhp) continue;
          const file = join(folder, `${place.campaignKey}.${ENDINGS[language]}`);
          await writeFile(file, ready);
          const [program, args] = command(file);
          answer = JSON.parse((await run(program, args)).stdout) as LeadAnswer;
        }
        expect({ language, ...answer }).toMatchObject({ language, outcome: 'success', status: 'TST', wouldBe: 'VAL' });
      }
    }
  });
});

describe('the content of the instructions', () => {
  test('matches the checks of posts: without a required field, a post is refused with the same words', async () => {
    const [place] = places;
    const key = await harness.asMigrator(async (tx) => {
      await allowFastPosts(tx, place!.partnerKey);
      return makePostingKey(tx, place!.partnerKey, NOW);
    });
    const shown = await instructionsOf(place!, agency);
    const post = JSON.parse(shown.samples.find(({ language }) => language === 'json')!.code) as Record<string, string>;
    const fields = sectionOf(shown, 'fields')!.rows.filter(({ key: name }) => name !== 'key' && name !== 'cck');
    for (const { key: name, cells } of fields) {
      const { [name]: _, ...without } = post;
      const payload = { ...without, transactionId: `without-${name}` };
      const answer = (
        await harness.app.inject({ method: 'POST', url: '/lead/v1/post', headers: { 'x-partner-key': key }, payload })
      ).json<LeadAnswer>();
      const refused = 'reasons' in answer ? (answer.reasons ?? []).filter(({ field }) => field === name) : [];
      const isRequired = cells[1] === 'Yes' || (cells[1] === 'For web leads' && post['leadSourceType'] === undefined);
      expect({ name, isRequired: refused.length > 0 }).toEqual({ name, isRequired });
      for (const { message } of refused) expect(cells[4]).toContain(message);
    }
  });

  test('has every part, and the month’s caps as planned', async () => {
    const shown = await instructionsOf(places[0]!, agency);
    expect(shown.sections.map(({ id }) => id)).toEqual(
      expect.arrayContaining(
        'campaign price fields programs sources geography hours caps checks test answers statuses reasons http precheck postbacks'.split(
          ' ',
        ),
      ),
    );
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ cap: number }>`
        select coalesce(user_defined_monthly_allocation, monthly_allocation)::int as cap from campaign_month
        where campaign_key = ${places[0]!.campaignKey} and month = '2026-11-01'
      `.execute(tx),
    );
    expect(cellsOf(shown, 'caps', 'month')).toEqual(['Monthly cap', rows[0]!.cap.toLocaleString('en-US')]);
  });
});

describe('visibility of instructions', () => {
  test('a partner sees its own campaigns only, with its own price and never the client’s', async () => {
    const [mine, other] = [
      places[0]!,
      places.find(
        ({ ownerKey, partnerKey }) => ownerKey === places[0]!.ownerKey && partnerKey !== places[0]!.partnerKey,
      )!,
    ];
    const partner = await partnerOf(mine);
    const refused = await harness.call(postingInstructions, partner, { params: { key: other.campaignKey } });
    expect(refused.status).toBe(404);
    expect((await read(other, partner, 'x')).status).toBe(404);
    await write(sql`
      update campaign_price set client_desktop = 987.65, media_desktop = 43.21
      where owner_key = ${mine.ownerKey} and campaign_key = ${mine.campaignKey}`);
    const shown = JSON.stringify(await instructionsOf(mine, partner));
    expect(shown).toContain('$43.21');
    expect(shown).not.toContain('987.65');
  });

  test('a client sees no price, no source and no partner name', async () => {
    const [mine] = places;
    const client = await harness.signedIn('cl', { owners: [mine!.ownerKey], permissions: ['campaigns:View'] });
    const shown = await instructionsOf(mine!, client);
    expect(shown.partnerName).toBe('');
    expect(sectionOf(shown, 'price')).toBeUndefined();
    expect(sectionOf(shown, 'sources')).toBeUndefined();
    expect(JSON.stringify(shown)).not.toMatch(/\$\d/);
  });

  test('another owner’s user sees nothing', async () => {
    const [mine] = places;
    const foreign = places.find(({ ownerKey }) => ownerKey !== mine!.ownerKey)!;
    const as = await harness.signedIn('ag', { owners: [mine!.ownerKey], permissions: ALL_PERMISSIONS });
    const { status } = await harness.call(postingInstructions, as, { params: { key: foreign.campaignKey } });
    expect(status).toBe(404);
  });
});

describe('changes of instructions', () => {
  test('a changed rule is on the page at once, and listed as changed until each reader has read it', async () => {
    const place = places[1]!;
    const partner = await partnerOf(place);
    const first = await instructionsOf(place, partner);
    expect(first).toMatchObject({ lastReadAt: null, changes: [] });
    expect((await read(place, partner, first.version)).status).toBe(200);
    expect(await instructionsOf(place, partner)).toMatchObject({
      lastReadAt: NOW.toISOString(),
      changes: [],
    });

    const saved = await harness.call(campaignGeoSave, agency, {
      params: { key: place.campaignKey },
      body: { geo: { states: ['US-TX', 'US-OH'] } },
    });
    expect(saved.status).toBe(200);
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ body: object; version: number }>`
        select body, version from client_criteria where owner_key = ${place.ownerKey} and client_key = ${place.clientKey}
        order by version desc limit 1`.execute(tx),
    );
    const criteria = clientCriteriaSchema.parse(rows[0]?.body ?? {});
    const fields = criteria.fields.filter(({ parameter }) => parameter !== 'militaryStatus');
    const field = { parameter: 'militaryStatus', required: true, message: 'Say whether you serve.' };
    await write(sql`
      insert into client_criteria (owner_key, client_key, version, body, saved_at)
      values (${place.ownerKey}, ${place.clientKey}, ${(rows[0]?.version ?? 0) + 1},
              ${JSON.stringify({ ...criteria, fields: [...fields, field] })}, now())`);

    const after = await instructionsOf(place, partner);
    expect(cellsOf(after, 'geography', 'states')).toEqual(['Taken from states', 'Ohio, Texas']);
    expect(cellsOf(after, 'fields', 'militaryStatus')?.[1]).toBe('Yes');
    expect(after.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ section: 'Geography', what: 'Taken from states', after: 'Ohio, Texas' }),
        { section: 'Fields', what: 'militaryStatus: Required', before: 'No', after: 'Yes' },
      ]),
    );
    // Another user of the same partner has read nothing yet.
    expect(await instructionsOf(place, await partnerOf(place))).toMatchObject({ lastReadAt: null, changes: [] });

    const late = await read(place, partner, first.version);
    expect({ status: late.status, code: late.body.code }).toEqual({ status: 409, code: 'STALE_ROW' });
    expect((await read(place, partner, after.version)).status).toBe(200);
    expect((await instructionsOf(place, partner)).changes).toEqual([]);
  });

  test('the passing of time is no change', async () => {
    const place = places[2]!;
    const first = await instructionsOf(place, agency);
    await read(place, agency, first.version);
    harness.clock.set(new Date(NOW.getTime() + 900_000));
    expect((await instructionsOf(place, agency)).changes).toEqual([]);
    harness.clock.set(NOW);
  });
});

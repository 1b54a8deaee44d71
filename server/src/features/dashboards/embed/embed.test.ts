import {
  analyticsToken,
  EMBEDDED_REPORT_ID,
  type EmbeddedReport,
  embedOriginsGet,
  type EmbedOrigins,
  embedOriginsSave,
  OWNER_VARIANTS,
  userSessionList,
  presetOf,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { randomToken, sha256 } from '../../../lib/secrets/tokens.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampaign, makePartner, makeTwoOwners } from '../../../testing/factories/factories.ts';

const harness = useApp();
const PRICE = { client: 41, media: 29, otherMedia: 17 };
const PORTAL = 'https://portal.example';
let owner: number;
let foreign: number;
let partners: readonly [number, number];
let admin: SignedIn;
let client: SignedIn;
let partner: SignedIn;

const MINUTE = 60_000;

beforeAll(async () => {
  const facts = openFacts(harness.ownerUrl);
  await facts.ensureMonths(new Date('2025-11-15'), new Date('2026-03-15'));
  const owners = await harness.asMigrator(makeTwoOwners);
  owner = owners.mine.ownerKey;
  foreign = owners.foreign.ownerKey;
  partners = await harness.asMigrator(async (tx) => {
    const keys = [await makePartner(tx), await makePartner(tx)] as const;
    for (const [index, partnerKey] of keys.entries()) {
      const { campaignKey } = await makeCampaign(tx, { ownerKey: owner, partnerKey });
      await sql`
        insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, partner_key, status, state, device, client_price, media_price)
        select ${owner}, '2026-02-10', 'L' || n, '2026-02-10', ${campaignKey}, ${partnerKey}, 'DLV', 'TX', 'mobile', ${PRICE.client},
               ${index === 0 ? PRICE.media : PRICE.otherMedia}
        from generate_series(1, ${index + 2}) n`.execute(tx);
    }
    return keys;
  });
  while ((await facts.fold()) > 0);
  await facts.close();
  const permissions = ['reports:View'] as const;
  admin = await harness.signedIn('ag', { owner, permissions: [...permissions, 'admin:Settings'] });
  client = await harness.signedIn('cl', { owner, permissions });
  partner = await harness.signedIn('mp', { owner, permissions, partnerKey: partners[0] });
});

const tokenOf = async (as: SignedIn, body: object = {}): Promise<string> => {
  const { status, body: tokenAnswer } = await harness.call(analyticsToken, as, { body });
  expect(status).toBe(200);
  return (tokenAnswer.data as { token: string }).token;
};
const open = (
  token: string,
  report: string,
  { site = owner, cookie }: { site?: number | string; cookie?: string } = {},
) =>
  harness.app.inject({
    method: 'GET',
    url: `/t/${site}/views/${report}?embed=yes&toolbar=no&tabs=no&customViews=no&tooltip=yes&token=${token}`,
    ...(cookie !== undefined && { cookies: { sb: cookie } }),
  });
type Opened = Awaited<ReturnType<typeof open>>;
const reportIn = ({ payload }: Opened): EmbeddedReport => {
  const data = new RegExp(`<script id="${EMBEDDED_REPORT_ID}" type="application/json">(.*?)</script>`, 's').exec(
    payload,
  );
  return JSON.parse(data?.[1] ?? '') as EmbeddedReport;
};
const expectNothing = ({ statusCode, payload, headers }: Opened): void => {
  expect(statusCode).toBe(404);
  expect(payload).toContain('This report is not available');
  expect(payload).not.toContain('application/json');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-frame-options']).toBe('DENY');
};

describe('an embedded report', () => {
  test('shows what its viewer may see, a client’s price or a partner’s own leads, and is not cached', async () => {
    const { statusCode, headers, payload } = await open(await tokenOf(client), 'enroll_by_state_table');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const shown = reportIn({ payload } as Opened);
    expect(shown).toMatchObject({ name: 'enroll_by_state_table', group: 'cl' });
    expect(shown.answers[0]?.answer.totals).toMatchObject({ validLeads: 5, spend: 5 * PRICE.client });
    // In the figures only: file names contain digits of their own.
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`\\b${2 * PRICE.media + 3 * PRICE.otherMedia}\\b`));

    const own = reportIn(await open(await tokenOf(partner), 'media_partner_by_state_table'));
    expect(own.answers[0]?.answer.totals).toMatchObject({ validLeads: 2, spend: 2 * PRICE.media });
  });

  test('of two attributes has totals of each', async () => {
    const { answers } = reportIn(await open(await tokenOf(client), 'attribute_pivot'));
    expect(answers.map(({ slot, widget, body }) => [slot, widget, body.attributes])).toEqual([
      ['attributePivot', 'attributePivot', ['STATE', 'DEVICE_TYPE']],
      ['pivot rows', 'attributeTable', ['STATE']],
      ['pivot columns', 'attributeTable', ['DEVICE_TYPE']],
    ]);
  });

  test('escapes names that could end its element', async () => {
    await harness.asMigrator((tx) =>
      sql`update owner set name = '</script><b>Acme' where owner_key = ${owner}`.execute(tx),
    );
    const opened = await open(await tokenOf(client), 'enroll_by_state_table');
    expect(opened.payload).not.toContain('</script><b>');
    expect(reportIn(opened).ownerName).toBe('</script><b>Acme');
  });
});

describe('a token', () => {
  test('opens a report once', async () => {
    const token = await tokenOf(client);
    expect((await open(token, 'enroll_by_state_table')).statusCode).toBe(200);
    expectNothing(await open(token, 'enroll_by_state_table'));
    expectNothing(await open(token, 'programs'));
  });

  test('redeemed twice concurrently opens one report', async () => {
    const token = await tokenOf(client);
    const both = await Promise.all([open(token, 'programs'), open(token, 'programs')]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404]);
  });

  test('expires after ten minutes, to the millisecond', async () => {
    const [first, second] = [await tokenOf(client), await tokenOf(client)];
    harness.clock.advance(10 * MINUTE - 1);
    expect((await open(first, 'programs')).statusCode).toBe(200);
    harness.clock.advance(1);
    expectNothing(await open(second, 'programs'));
    harness.clock.advance(-10 * MINUTE);
  });

  test('ends with its session and its user', async () => {
    const ended = await harness.signedIn('cl', { owner, permissions: ['reports:View'] });
    const token = await tokenOf(ended);
    await harness.asMigrator((tx) =>
      sql`update session set ended_at = ${harness.clock.now()} where session_key = ${ended.sessionKey}`.execute(tx),
    );
    expectNothing(await open(token, 'programs'));
    const shut = await harness.signedIn('cl', { owner, permissions: ['reports:View'] });
    const other = await tokenOf(shut);
    await harness.asMigrator((tx) =>
      sql`update user_account set active = false where user_key = ${shut.userKey}`.execute(tx),
    );
    expectNothing(await open(other, 'programs'));
  });

  test('is refused in a browser with another user’s session, and remains valid for its own', async () => {
    const [mine, theirs] = [randomToken(), randomToken()];
    await harness.asMigrator(async (tx) => {
      for (const [session, cookie] of [
        [client.sessionKey, mine],
        [admin.sessionKey, theirs],
      ] as const)
        await sql`update session set cookie_hash = ${sha256(cookie)} where session_key = ${session}`.execute(tx);
    });
    const withCookie = { ...client, headers: { ...client.headers, cookie: `sb=${mine}` } };
    const token = await tokenOf(withCookie);
    expectNothing(await open(token, 'programs', { cookie: theirs }));
    expect((await open(token, 'programs', { cookie: mine })).statusCode).toBe(200);
    await harness.asMigrator((tx) => sql`update session set cookie_hash = null`.execute(tx));
  });

  test('belongs to the signed-in user, whatever user and site the request names', async () => {
    const token = await tokenOf(client, { siteId: String(foreign), userId: 'agency.admin' });
    expect(reportIn(await open(token, 'programs')).group).toBe('cl');
    expectNothing(await open(await tokenOf(client), 'programs', { site: foreign }));
  });

  test('opens a report at the site of its audience, of its user’s only owner or of the one it names', async () => {
    const single = await harness.signedIn('cl', { owners: [owner], permissions: ['reports:View'] });
    const { statusCode, payload } = await open(await tokenOf(single), 'programs', { site: 'client' });
    expect({ statusCode, group: reportIn({ payload } as Opened).group }).toEqual({ statusCode: 200, group: 'cl' });
    expectNothing(await open(await tokenOf(single), 'programs', { site: 'agency' }));

    // This one works on two owners: the site alone does not say of which the report is.
    expectNothing(await open(await tokenOf(partner), 'media_partner_by_state_table', { site: 'mediapartner' }));
    const name = 'Named in a token';
    await harness.asMigrator((tx) => sql`update owner set name = ${name} where owner_key = ${owner}`.execute(tx));
    const named = { siteUser: 'agency.admin', ownerName: name.toUpperCase() };
    const own = reportIn(
      await open(await tokenOf(partner, named), 'media_partner_by_state_table', { site: 'mediapartner' }),
    );
    expect(own).toMatchObject({ group: 'mp', ownerName: name });
    expect(own.answers[0]?.answer.totals).toMatchObject({ validLeads: 2, spend: 2 * PRICE.media });
    // By key, too, it opens that owner's only.
    const second = await harness.signedIn('cl', { owners: [owner, foreign], permissions: ['reports:View'] });
    expect((await open(await tokenOf(second), 'programs', { site: foreign })).statusCode).toBe(200);
    expectNothing(await open(await tokenOf(second, named), 'programs', { site: foreign }));
  });

  test('that names an owner of others is refused', async () => {
    await harness.asMigrator((tx) =>
      sql`update owner set name = 'Of somebody else' where owner_key = ${foreign}`.execute(tx),
    );
    for (const ownerName of ['Of somebody else', 'Nobody’s'])
      expect((await harness.call(analyticsToken, client, { body: { ownerName } })).status).toBe(404);
  });

  test('that is invented, of another kind or missing opens nothing', async () => {
    const access = client.headers['authorization']?.replace('Bearer ', '') ?? '';
    for (const token of [randomToken(), access, '', 'x', `${await tokenOf(client)}x`, "' or true --"])
      expectNothing(await open(encodeURIComponent(token), 'programs'));
  });

  test('cannot be used for a call', async () => {
    const as = { ...client, headers: { authorization: `Bearer ${await tokenOf(client)}` } };
    const { status } = await harness.call(userSessionList, as, { params: { userKey: client.userKey } });
    expect(status).toBe(401);
  });

  test.each([
    ['a report of another group', 'media_partner_performance'],
    ['a report that nobody has', 'no_such_report'],
    ['a name of the object itself', 'constructor'],
  ])('does not open %s', async (_, report) => {
    expectNothing(await open(await tokenOf(client), report));
  });

  test.each(['0', '-1', '1e3', 'default', '999999999'])('does not open a report of the site %s', async (site) => {
    expectNothing(await open(await tokenOf(client), 'programs', { site }));
  });

  test('of a user without the right to reports is refused', async () => {
    expectNothing(await open(await tokenOf(await harness.signedIn('cl', { owner })), 'programs'));
  });

  test('is refused for an owner without reports', async () => {
    const [without] = Object.keys(OWNER_VARIANTS).filter((name) => presetOf(name).noReports);
    const become = (variant: string | null) =>
      harness.asMigrator((tx) => sql`update owner set variant = ${variant} where owner_key = ${owner}`.execute(tx));
    await become(without ?? '');
    expectNothing(await open(await tokenOf(client), 'programs'));
    await become(null);
    expect((await open(await tokenOf(client), 'programs')).statusCode).toBe(200);
  });
});

describe('the sites allowed to embed it', () => {
  const save = (as: SignedIn, origins: string[], rowVersion: number | null) =>
    harness.call(embedOriginsSave, as, { params: { owner }, body: { origins, rowVersion } });

  test('are none by default, and then exactly the listed ones', async () => {
    await harness.asMigrator((tx) => sql`delete from embed_setting where owner_key = ${owner}`.execute(tx));
    const before = await open(await tokenOf(client), 'programs');
    expect(before.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(before.headers['x-frame-options']).toBe('DENY');

    expect((await save(admin, [PORTAL, 'https://b.example:8443'], null)).status).toBe(200);
    const { headers } = await open(await tokenOf(client), 'programs');
    expect(headers['content-security-policy']).toContain(`frame-ancestors ${PORTAL} https://b.example:8443;`);
    expect(headers['x-frame-options']).toBeUndefined();

    const elsewhere = await harness.signedIn('ag', { owner: foreign, permissions: ['reports:View'] });
    const other = await open(await tokenOf(elsewhere), 'analysis', { site: foreign });
    expect([other.statusCode, other.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
  });

  test('the second of two editors sees what the first saved', async () => {
    const { body } = await harness.call(embedOriginsGet, admin, { params: { owner } });
    const { rowVersion } = body.data as EmbedOrigins;
    expect((await save(admin, [PORTAL], rowVersion)).status).toBe(200);
    const second = await save(admin, ['https://late.example'], rowVersion);
    expect(second.status).toBe(409);
    expect(second.body.errors).toMatchObject([
      { field: 'origins', message: `Saved are “${PORTAL}”; yours are “https://late.example”.` },
    ]);
  });

  test.each([
    'http://portal.example',
    'https://portal.example/path',
    'https://*.example',
    "https://a.example; script-src 'unsafe-inline'",
    'https://user@portal.example',
    'portal.example',
    'javascript:alert(1)',
    'null',
    '*',
  ])('cannot be %s', async (origin) => {
    const { status, body } = await save(admin, [origin], 1);
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ field: 'origins.0' }] });
  });

  test('are set by the agency’s administrators', async () => {
    expect((await save(await harness.signedIn('ag', { owner, permissions: ['reports:View'] }), [], 2)).status).toBe(
      403,
    );
    expect((await save(client, [], 2)).status).toBe(403);
  });
});

import { ALL_PERMISSIONS, type AnyCall, fillPath, type UserGroup } from '@paceline/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type SignedIn } from './testing/app.ts';
import { inputAbout, type Input } from './testing/calls/call-input.ts';
import { textOfFile } from './testing/file-text.ts';
import { type LifePlace, useLeadLife, WORDS } from './testing/factories/lead-life.ts';
import { registeredCalls } from './testing/calls/registered-calls.ts';
import { placesOf } from './testing/calls/sample-input.ts';

/**
 * Makes every call about leads, clicks, returns, milestones and their files as each user group, without the permission to see persons: no
 * answer, file or refusal contains a complete value of a person or the other side's price.
 */
const life = useLeadLife({ first: 'She', last: 'somebody' });
const { harness, read, write, live, ok, startExport, writeExports } = life;
const PRICES = { client: '71.25', media: '43.75', margin: '27.5' };
const FAMILY = /\/(?:leads?|click|milestonedata|return)\/|\/status\/code\/|\/bulk\/import\/|\/bulk\/\{kind\}/;
const calls = (await registeredCalls()).filter(
  ({ path, kind }) => FAMILY.test(path) && !path.includes('/reporting/') && kind !== 'post',
);
const PERMISSIONS = ALL_PERMISSIONS.filter((one) => one !== 'leadanalyzer:ViewPII' && one !== 'leadanalyzer:Erase');

type Values = Readonly<Record<string, unknown>>;
let values: Values | undefined;
/** Made anew for each test: values stored by one would show up in another. */
let place: LifePlace;
let viewers: SignedIn[];
let importKeys: number[];

const keysOf = async (column: string, table: string): Promise<number[]> => {
  const rows = await read(
    sql<{
      key: number;
    }>`select ${sql.ref(column)}::int as key from ${sql.table(table)} where owner_key = ${place.ownerKey} order by 1`,
  );
  return rows.map(({ key }) => key);
};
const one = async (column: string, table: string): Promise<number> => (await keysOf(column, table))[0]!;

const liveAt = async (at: LifePlace): Promise<void> => {
  place = at;
  const { ownerKey, partnerKey, campaignKey } = place;
  await write(sql`
    update campaign_price set client_desktop = ${PRICES.client}::numeric, media_desktop = ${PRICES.media}::numeric
    where campaign_key in (${life.mine().campaignKey}, ${life.foreign().campaignKey})`);
  await life.webhook(place);
  const { leadKey, leadId } = await live(place);
  ok(await startExport({ ownerKey }));
  await writeExports();
  const clientKey = await one('client_key', 'client');
  values = {
    ownerKey,
    owner: ownerKey,
    client: clientKey,
    key: campaignKey,
    leadKey,
    leadCaptureKey: leadKey,
    leadId,
    keyword: leadId,
    returnKey: await one('return_key', 'lead_return'),
    milestoneKey: await one('milestone_key', 'lead_milestone'),
    unmatchedKey: await one('unmatched_key', 'milestone_unmatched'),
    exportKey: await one('export_key', 'lead_export'),
    startDate: '2026-03-01',
    endDate: '2026-03-31',
    start: '2026-03-01',
    end: '2026-03-31',
    date: '2026-03-10',
    milestone: 'CONTACT',
    reasonCode: 'OTHER',
    kind: 'milestones',
  };
  importKeys = await keysOf('import_key', 'bulk_import');
  const owners = [ownerKey];
  viewers = [
    await harness.signedIn('ag', { owners, permissions: PERMISSIONS }),
    await harness.signedIn('cl', { owners, permissions: PERMISSIONS }),
    await harness.signedIn('mp', { owners, permissions: PERMISSIONS, partnerKey }),
  ];
};

/** `leadKeys` is a list of the `leadKey` value. */
const valueFor = (name: string): unknown => values?.[name] ?? values?.[name.replace(/s$/, '')];

/** Fills a sample with the keys of existing records, by field name. */
const fill = (sample: unknown, name: string): unknown => {
  if (Array.isArray(sample)) return sample.map((item) => fill(item, name));
  if (typeof sample === 'object' && sample !== null)
    return Object.fromEntries(Object.entries(sample).map(([field, inner]) => [field, fill(inner, field)]));
  return valueFor(name) ?? sample;
};

/** Removes optional fields, which would narrow the result to nothing. */
const needed = (call: AnyCall, body: Record<string, unknown>): Record<string, unknown> => {
  const rest = { ...body };
  for (const name of Object.keys(body)) {
    const { [name]: _left, ...others } = rest;
    if (name !== 'ownerKey' && call.body.safeParse(others).success) delete rest[name];
  }
  return rest;
};

/** Inputs for a call: the required ones, and interesting optional ones. */
const inputsOf = (call: AnyCall, group: UserGroup): Input[] => {
  const { ownerKey, campaignKey } = place;
  const keys = {
    owner: ownerKey,
    client: Number(values?.['client']),
    brand: 1,
    campus: 1,
    goal: 1,
    campaign: campaignKey,
  };
  const sample = inputAbout(call, group, keys);
  const params = fill(sample.params, '') as Input['params'];
  const body = needed(call, fill(sample.body, '') as Input['body']);
  // A file that is only looked at leaves the records to the calls that follow.
  const preview = { apply: 'no' };
  const query = call.kind === 'upload' && call.query.safeParse(preview).success ? preview : sample.query;
  const base = { params, query, body };
  const { leadKey, leadId } = values as { leadKey: number; leadId: string };
  const more: Record<string, Partial<Input>[]> = {
    leadDetails: [
      { params: { searchType: 'lead', keyCode: String(leadKey) } },
      { params: { searchType: 'leadid', keyCode: leadId } },
      { params: { searchType: 'nonsense', keyCode: leadId } },
    ],
    clickDetails: [{ params: { searchType: 'lead', keyCode: String(leadKey) } }],
    clickExport: [{ body }],
    leadEvidence: ['pdf', 'zip'].flatMap((format) => [
      { body: { ...body, format } },
      { body: { ...body, format, wholePerson: true } },
    ]),
    leadsExport: ['csv', 'xlsx'].flatMap((format) => [
      { body: { ...body, format } },
      { body: { ...body, format, wholePeople: true } },
    ]),
    leadUpdatePreview: [{ body: { leads: { leadCaptureKeys: [leadKey] }, statusCode: 'TST' } }],
    returnPreview: [{ body: { ownerKey, leads: [leadId], reasonCode: 'WRONG_NUMBER' } }],
    returnRequest: [{ body: { ownerKey, leads: [leadId], reasonCode: 'WRONG_NUMBER' } }],
    milestoneSave: [{ body: { rows: [{ leadId, milestone: 'CONTACT', date: '2026-03-10' }] } }],
    bulkImportList: ['milestones', 'leadUpdate', 'returns'].map((kind) => ({ params: { ...params, kind } })),
  };
  if ('importKey' in params)
    return importKeys.map((key) => ({ ...base, params: { ...params, importKey: String(key) } }));
  return (more[call.id] ?? [{}]).map((input) => ({ ...base, ...input }));
};

/** Files about the lead, each with an invalid row. */
const SHEETS: Readonly<Record<string, readonly string[]>> = {
  leadUpdateImport: ['Lead Id,Status', '*,Test', 'nobody,Test'],
  returnImport: ['Lead Id,Reason', '*,WRONG_NUMBER', 'nobody,WRONG_NUMBER'],
  milestoneImport: ['Lead Id,Milestone,Date', '*,VISIT,2026-03-10', 'nobody,VISIT,2026-03-10'],
};
const formOf = ({ id }: AnyCall): string => {
  const lines = (SHEETS[id] ?? []).map((line) => line.replace('*', String(values?.['leadId'])));
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  return `${head}${lines.join('\r\n')}\r\n--b--\r\n`;
};

const send = async (call: AnyCall, as: SignedIn, { params, query, body }: Input) => {
  const isUpload = call.kind === 'upload';
  const payload = isUpload ? formOf(call) : JSON.stringify(body);
  const answer = await harness.app.inject({
    method: call.method,
    url: `/${call.base}${fillPath(call.path, params, as.group)}?${new URLSearchParams(query).toString()}`,
    headers: {
      ...as.headers,
      ...(call.method !== 'GET' && {
        'content-type': isUpload ? 'multipart/form-data; boundary=b' : 'application/json',
      }),
    },
    ...(call.method !== 'GET' && { payload }),
  });
  return {
    status: answer.statusCode,
    text: `${JSON.stringify(answer.headers)} ${await textOfFile(answer.rawPayload)}`,
  };
};

/** Values that belong to the other side; the agency sees both prices. */
const OTHERS: Record<UserGroup, readonly string[]> = {
  ag: [],
  cl: [PRICES.media, PRICES.margin],
  mp: [PRICES.client, PRICES.margin],
};
const wordsIn = (text: string, group: UserGroup): string[] => {
  const lower = text.toLowerCase();
  return [...WORDS, ...OTHERS[group]].filter((word) => lower.includes(word.toLowerCase()));
};
const mayCall = ({ groups }: AnyCall, group: UserGroup): boolean => groups !== 'public' && groups.includes(group);

/** Result of a crawl: the leaks found, and the answers by call. */
const leaks: string[] = [];
const answered = new Map<string, string>();
const look = async (call: AnyCall, viewer: SignedIn, input: Input): Promise<string> => {
  const { status, text } = await send(call, viewer, input);
  const name = `${viewer.group} ${call.id}`;
  if (status >= 500) leaks.push(`${name} failed: ${text.slice(-200)}`);
  for (const word of wordsIn(text, viewer.group)) leaks.push(`${name} ${JSON.stringify(input)} told ${word}`);
  if (status === 200) answered.set(name, `${answered.get(name) ?? ''}${text}`);
  return text;
};
const callOf = (id: string): AnyCall => calls.find((call) => call.id === id)!;

/** Requests, writes and fetches the viewer's own export. */
const exportAll = async (viewer: SignedIn): Promise<void> => {
  const { ownerKey } = place;
  await write(sql`delete from lead_export`);
  const days = { startDate: '2026-03-01', endDate: '2026-03-31' };
  const body = { ownerKey, ...days, format: 'csv', wholePeople: false };
  await look(callOf('leadExportStart'), viewer, { params: {}, query: {}, body });
  await writeExports();
  const exportKey = await one('export_key', 'lead_export');
  for (const id of ['leadExportFile', 'leadExportRemove'])
    await look(callOf(id), viewer, { params: {}, query: {}, body: { ownerKey, exportKey } });
};
const openEvents = async (viewer: SignedIn): Promise<void> => {
  const body = { ownerKey: place.ownerKey };
  const text = await look(callOf('leadTrackingSearch'), viewer, { params: {}, query: {}, body });
  const ids = new Set([...text.matchAll(/"trackingId":"([^"]+)"/g)].map(([, id]) => id!));
  expect(ids.size).toBeGreaterThan(5);
  for (const keyCode of ids)
    await look(callOf('trackingDetails'), viewer, {
      params: { searchType: 'trackingid', keyCode },
      query: {},
      body: {},
    });
};

/** Refused to all viewers whatever the input: the person, and files that contain persons. */
const CLOSED = ['leadPersonView', 'bulkImportFailed', 'bulkImportFile'];
/** Refused for this lead in its current state, or for another user's file; only the refusal text is checked. */
const OF_OTHERS = [
  'stuckLeadRetry',
  'stuckLeadEdit',
  'stuckLeadScrub',
  'leadMove',
  'leadTestSettingsSave',
  'leadExportCancel',
  'returnWithdraw',
  'returnDecide',
  'milestoneVoid',
  'milestoneReinstate',
  'unmatchedResolve',
  'unmatchedIgnore',
  'bulkImportGet',
  'bulkImportApply',
  'bulkImportUndo',
  'bulkImportList',
];

test('no response, file or refusal contains a whole person or the other side’s price', async () => {
  await liveAt(life.mine());
  // Reading calls run first: they would see a lead changed by the others.
  const changes = /Cancel|Remove|Withdraw|Decide$|Ignore|Void|Resolve|Undo|Apply|Move|Update$|Override/;
  const ordered = [...calls].toSorted((a, b) => Number(changes.test(a.id)) - Number(changes.test(b.id)));
  for (const viewer of viewers) await exportAll(viewer);
  await openEvents(viewers[0]!);
  for (const call of ordered)
    for (const viewer of viewers) {
      // A call of another group is refused; the refusal text is checked too.
      const group = mayCall(call, viewer.group) ? viewer.group : (call.groups as readonly UserGroup[])[0]!;
      for (const input of inputsOf(call, group)) await look(call, viewer, input);
    }
  expect(leaks).toEqual([]);

  // Proves that the crawl does find values: each side its own price, and the masked person.
  const all = (group: UserGroup): string =>
    [...answered].flatMap(([name, text]) => (name.startsWith(group) ? [text] : [])).join('\n');
  expect(all('cl')).toContain(PRICES.client);
  expect(all('mp')).toContain(PRICES.media);
  for (const group of ['ag', 'cl'] as const) expect(all(group)).toContain('w•••@h•••.net');
  const silent = calls.flatMap((call) =>
    viewers
      .filter(({ group }) => mayCall(call, group) && !answered.has(`${group} ${call.id}`))
      .map(({ group }) => ({ group, id: call.id })),
  );
  expect(silent.filter(({ id }) => ![...CLOSED, ...OF_OTHERS].includes(id))).toEqual([]);
  for (const id of CLOSED) expect([...answered.keys()].filter((name) => name.endsWith(` ${id}`))).toEqual([]);
});

test('a search for a person returns nothing else of the person', async () => {
  await liveAt(life.foreign());
  const links: string[] = [];
  const typed = 'w.quack+school@hidden-post.net';
  const others = WORDS.filter((word) => !typed.includes(word));
  for (const call of calls)
    for (const viewer of viewers) {
      if (!mayCall(call, viewer.group) || call.method === 'GET' || call.kind === 'upload') continue;
      const [input] = inputsOf(call, viewer.group);
      for (const { path, isText } of placesOf(call.body)) {
        if (!isText || path.length !== 1) continue;
        const { text } = await send(call, viewer, { ...input!, body: { ...input!.body, [path[0]!]: typed } });
        const lower = text.toLowerCase();
        for (const word of [...others, ...OTHERS[viewer.group]])
          if (lower.includes(word.toLowerCase()))
            links.push(`${viewer.group} ${call.id} ${path.join('.')} told ${word}`);
      }
    }
  expect(links).toEqual([]);
});

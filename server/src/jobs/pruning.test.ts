import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openFacts } from '../db/facts/facts.ts';
import { manualClock } from '../lib/clock.ts';
import { useDatabase } from '../testing/database.ts';
import {
  makeCampaign,
  makeClient,
  makeLead,
  makePartner,
  makeTwoOwners,
  makeUser,
} from '../testing/factories/factories.ts';
import { makeMailFiles, makePartnerMails, makeReportRuns } from '../testing/mailed-reports.ts';
import { LEAD_PARTS, pruneNow, RETENTION_DAYS } from './pruning.ts';

const database = useDatabase();
const NOW = new Date('2026-03-10T03:40:00Z');
const clock = manualClock(NOW);
const DAY_MS = 24 * 60 * 60 * 1000;

/** For each table a row that is exactly due, and one a second short of it; rows named `stays` must remain. */
const at = (kind: keyof typeof RETENTION_DAYS, seconds = 0): Date =>
  new Date(NOW.getTime() - RETENTION_DAYS[kind] * DAY_MS + seconds * 1000);

const FAR = new Date('2027-01-01T00:00:00Z');
let users: readonly [number, number];
let owners: readonly [number, number];

beforeAll(async () => {
  await database.asMigrator(async (tx) => {
    const { mine, foreign } = await makeTwoOwners(tx);
    owners = [mine.ownerKey, foreign.ownerKey];
    users = [(await makeUser(tx, { group: 'ag' })).userKey, (await makeUser(tx, { group: 'cl' })).userKey];
    const [one, two] = users;

    const yearsAgo = (years: number, seconds: number) =>
      sql`${NOW}::timestamptz - make_interval(years => ${years}) + make_interval(secs => ${seconds})`;
    for (const [years, entity, action] of [
      [7, 'campaign', 'allocationsSaved'],
      [2, 'user', 'signIn'],
      [2, 'lead', 'leadPersonViewed'],
    ] as const)
      for (const [route, seconds] of [
        ['due', 0],
        ['stays', 1],
      ] as const)
        await sql`
          insert into audit_log (at, route, action, entity, outcome)
          values (${yearsAgo(years, seconds)}, ${route}, ${action}, ${entity}, 'done')`.execute(tx);

    const session = (ip: string, expires: Date, ended: Date | null) => sql`
      insert into session (user_key, ip, user_agent, created_at, expires_at, ended_at)
      values (${one}, ${ip}, 'test', ${at('session')}, ${expires}, ${ended})`;
    await session('due: expired', at('session'), null).execute(tx);
    await session('due: ended', FAR, at('session')).execute(tx);
    await session('stays: expired', at('session', 1), null).execute(tx);
    await session('stays: ended', FAR, at('session', 1)).execute(tx);
    await session('stays: open', FAR, null).execute(tx);
    // A pruned session takes its tokens along; of a kept one, only expired tokens are pruned.
    await sql`
      insert into session_token (token_hash, session_key, kind, issued_at, expires_at)
      select convert_to(ip || ' ' || t.name, 'UTF8'), session_key, 'refresh', ${at('session')}, t.expires
      from session cross join (values ('due', ${at('sessionToken')}::timestamptz), ('stays', ${at('sessionToken', 1)}), ('stays too', ${FAR})) t (name, expires)
    `.execute(tx);

    for (const [user, ip, when] of [
      [one, 'due', at('login')],
      [one, 'stays', at('login', 1)],
      [two, 'due', at('login', -DAY_MS)],
      [two, 'stays: the last', at('login')],
    ] as const)
      await sql`insert into user_login (user_key, at, ip, user_agent) values (${user}, ${when}, ${ip}, 'test')`.execute(
        tx,
      );

    for (const [subject, consecutive, when] of [
      ['due', 99, at('passwordGuess')],
      ['stays', 99, at('passwordGuess', 1)],
      ['stays: locked', 100, at('passwordGuess')],
    ] as const)
      await sql`insert into password_guess values (convert_to(${subject}, 'UTF8'), 1, ${consecutive}, ${when})`.execute(
        tx,
      );

    for (const [name, when] of [
      ['due', at('passwordLink')],
      ['stays', at('passwordLink', 1)],
    ] as const)
      await sql`insert into password_link (token_hash, user_key, created_at, expires_at) values (convert_to(${name}, 'UTF8'), ${one}, ${NOW}, ${when})`.execute(
        tx,
      );

    for (const user of users)
      for (let n = 0; n < 7; n += 1)
        await sql`insert into password_history values (${user}, ${new Date(NOW.getTime() - n * DAY_MS)}, ${n < 5 ? `stays ${n}` : `due ${n}`})`.execute(
          tx,
        );

    for (const [email, expires, ended] of [
      ['due', FAR, at('emailChange')],
      ['due: never answered', at('emailChange'), null],
      ['stays', FAR, at('emailChange', 1)],
    ] as const)
      await sql`
        insert into user_email_change (user_key, old_email, new_email, requested_by, requested_at, expires_at, ended_at, outcome)
        values (${one}, 'old', ${email}, ${one}, ${NOW}, ${expires}, ${ended}, ${ended === null ? null : 'confirmed'})`.execute(
        tx,
      );

    for (const [name, when] of [
      ['due', at('knownDevice')],
      ['stays', at('knownDevice', 1)],
    ] as const)
      await sql`insert into known_device values (${one}, convert_to(${name}, 'UTF8'), ${when})`.execute(tx);

    for (const [subject, state, when] of [
      ['due', 'sent', at('mail')],
      ['due too', 'kept', at('mail')],
      ['stays', 'sent', at('mail', 1)],
      ['stays: queued', 'queued', at('mail')],
    ] as const)
      await sql`insert into mail (to_address, subject, body, state, created_at) values ('a@b.example', ${subject}, '', ${state}, ${when})`.execute(
        tx,
      );

    await makeMailFiles(tx, at('mailFile'), at('mailFile', 1));

    for (const owner of owners) {
      await makePartnerMails(tx, { owner, due: at('partnerMail'), recent: at('partnerMail', 1) });
      await makeReportRuns(tx, { owner, user: one, now: NOW, due: at('reportRun'), recent: at('reportRun', 1) });
      for (const [name, when] of [
        ['due', at('platformFileUndo')],
        ['stays', at('platformFileUndo', 1)],
      ] as const)
        await sql`
          with file as (
            insert into platform_file (owner_key, way, file_name, bytes, sha256, outcome, received_at)
            values (${owner}, 'UPLOAD', ${name}, 1, '', 'LOADED', ${when}) returning owner_key, file_key)
          insert into platform_file_undo (owner_key, file_key, day, rows)
          select owner_key, file_key, '2026-03-01', jsonb_build_array(${name}::text) from file`.execute(tx);
      for (const [step, user, when] of [
        ['due', one, at('draft')],
        ['stays', two, at('draft', 1)],
      ] as const)
        await sql`insert into campaign_draft (owner_key, user_key, channel, step, body, updated_at) values (${owner}, ${user}, 'ppl', ${step}, '{}', ${when})`.execute(
          tx,
        );
      for (const [scope, when] of [
        ['due', at('dedup')],
        ['stays', at('dedup', 1)],
      ] as const)
        await sql`insert into lead_dedup values (${owner}, ${scope}, 'hash', ${when}, 1)`.execute(tx);
      const list = await sql<{ key: number }>`
        insert into suppression_list (owner_key, name, created_at) values (${owner}, 'list', ${NOW})
        returning suppression_list_key as key`.execute(tx);
      for (const [hash, when] of [
        ['due', at('suppression')],
        ['stays', at('suppression', DAY_MS)],
        ['stays: for ever', null],
      ] as const)
        await sql`insert into suppression_entry values (${owner}, ${list.rows[0]!.key}, 'email', convert_to(${hash}, 'UTF8'), ${when})`.execute(
          tx,
        );
      const clientKey = await makeClient(tx, owner);
      for (const [state, when] of [
        ['due', at('replay')],
        ['stays', at('replay', 1)],
      ] as const)
        await sql`
          insert into criteria_replay (owner_key, client_key, base_version, body, days, started_by, created_at)
          values (${owner}, ${clientKey}, 1, to_jsonb(${state}::text), 30, ${one}, ${when})`.execute(tx);
      for (const [digest, when] of [
        ['due', at('unmatchedMilestone')],
        ['stays', at('unmatchedMilestone', 1)],
      ] as const)
        await sql`
          insert into milestone_unmatched (owner_key, digest, code, happened_on, why, received_at)
          values (${owner}, convert_to(${digest}, 'UTF8'), 'CONTACT', '2026-03-03', 'none', ${when})`.execute(tx);
      const { campaignKey } = await makeCampaign(tx, { ownerKey: owner });
      for (const [state, when] of [
        ['due', at('deliveryTask')],
        ['stays', at('deliveryTask', 1)],
        ['stays: not done', null],
      ] as const) {
        const leadKey = await makeLead(tx, { ownerKey: owner, campaignKey, day: '2026-03-03' });
        await sql`
          insert into delivery_task (owner_key, captured_date, lead_key, client_key, email_hash, accepted_at, done_at)
          values (${owner}, '2026-03-03', ${leadKey}, ${clientKey}, convert_to(${state}, 'UTF8'), ${NOW}, ${when})`.execute(
          tx,
        );
        await sql`
          insert into lead_postback (owner_key, captured_date, lead_key, campaign_key, partner_key, tracking_url_key, status, changed_at, done_at)
          values (${owner}, '2026-03-03', ${leadKey}, ${campaignKey}, 1, 1, ${state}, ${NOW}, ${when})`.execute(tx);
      }
      await sql`call app.ensure_months('click', ${at('click', -DAY_MS / 1000)}::date, ${at('click', 1)}::date)`.execute(
        tx,
      );
      for (const [word, status, when] of [
        ['due', 0, at('click')],
        ['due: refused', 31, at('click', -1)],
        ['due: test', 90, at('click', -1)],
        ['stays', 0, at('click', 1)],
      ] as const)
        await sql`
          insert into click (owner_key, clicked_date, clicked_at, campaign_key, status, device, sub_source)
          values (${owner}, '2025-11-09', ${when}, ${campaignKey}, ${status}, 'mobile', ${word})`.execute(tx);
      for (const [reason, when] of [
        ['due', at('deliveryTask')],
        ['stays', at('deliveryTask', 1)],
      ] as const)
        await sql`insert into delivery_retry (owner_key, reason, asked_at) values (${owner}, ${reason}, ${when})`.execute(
          tx,
        );
      for (const [cause, when] of [
        ['due', at('deliveryNotice')],
        ['stays', at('deliveryNotice', 1)],
      ] as const)
        await sql`insert into delivery_notice values (${owner}, 'warning', ${cause}, ${when}, 1)`.execute(tx);
      const { rows } = await sql<{ key: number }>`
        insert into webhook (user_key, user_group, owner_keys, name, url, events, secret_set_at, created_at)
        values (${users[0]}, 'ag', array[${owner}::int], 'CRM', 'https://a.example', '{}', ${NOW}, ${NOW}) returning webhook_key as key
      `.execute(tx);
      for (const [event, when, dueAt] of [
        ['due', at('webhookMessage'), null],
        ['stays', at('webhookMessage', 1), null],
        ['stays: waits', at('webhookMessage'), NOW],
      ] as const)
        await sql`
          insert into webhook_message (owner_key, webhook_key, event, body, created_at, began_at, due_at)
          values (${owner}, ${rows[0]?.key}, ${event}, '{}', ${when}, ${when}, ${dueAt})`.execute(tx);
      for (const [cause, when] of [
        ['due', at('alert')],
        ['stays', at('alert', 1)],
        ['stays: open', null],
      ] as const)
        await sql`
          insert into alert (owner_key, kind, cause, period, level, peak, used, since, first_seen_at, changed_at, resolved_at)
          values (${owner}, 'cap', ${cause}, '', 80, 80, 1, ${NOW}, ${NOW}, ${NOW}, ${when})`.execute(tx);
      // Users' marks on an alert are pruned with it.
      await sql`insert into alert_mark (owner_key, alert_key, user_key) select owner_key, alert_key, ${one} from alert where owner_key = ${owner}`.execute(
        tx,
      );
      for (const [cause, when] of [
        ['due', at('alertMail')],
        ['stays', at('alertMail', 1)],
      ] as const)
        await sql`insert into alert_mail values (${owner}, ${one}, ${cause}, ${when})`.execute(tx);
    }

    // A file is pruned when its own days are over, and the record of the export some weeks later.
    for (const [words, state, requestedAt, expires] of [
      ['due', 'ready', at('leadExport'), null],
      ['stays', 'ready', at('leadExport', 1), null],
      ['stays: runs', 'running', at('leadExport'), null],
      ['stays without its file', 'ready', NOW, NOW],
      ['stays with its file', 'ready', NOW, new Date(NOW.getTime() + 1000)],
    ] as const)
      await sql`
        with made as (
          insert into lead_export (owner_key, user_key, question, has_people, is_direct, state, leads, failure, asked_at, expires_at)
          values (${owners[0]}, ${one}, '{}', false, false, ${state}, 0, ${words}, ${requestedAt}, ${expires})
          returning owner_key, export_key
        )
        insert into lead_export_part (owner_key, export_key, place, sealed)
        select owner_key, export_key, 0, convert_to(${expires === NOW ? 'due' : 'stays'}, 'UTF8') from made
        where ${expires !== null}`.execute(tx);

    // One owner has the default for tests, the other keeps them for a week.
    await sql`insert into lead_test_setting values (${owners[1]}, 1, '{"purgeAfterDays": 90}', null, ${NOW}),
                                                   (${owners[1]}, 2, '{"purgeAfterDays": 7}', null, ${NOW})`.execute(
      tx,
    );
    for (const table of ['lead_person', 'lead_consent', 'lead_status_change', 'lead_delivery'])
      await sql`call app.ensure_months(${table}::regclass, ${at('testLead')}::date, ${NOW}::date)`.execute(tx);
    const weekAgo = (seconds: number): Date => new Date(NOW.getTime() - 7 * DAY_MS + seconds * 1000);
    for (const [owner, words, status, when] of [
      [owners[0], 'due', 'TST', at('testLead')],
      [owners[0], 'stays', 'TST', at('testLead', 1)],
      [owners[0], 'stays: no test', 'DLV', at('testLead')],
      [owners[1], 'due', 'TST', weekAgo(0)],
      [owners[1], 'stays', 'TST', weekAgo(1)],
    ] as const) {
      const { campaignKey } = await makeCampaign(tx, { ownerKey: owner });
      const lead = await makeLead(tx, { ownerKey: owner, campaignKey, status, at: when });
      const key = sql`owner_key, captured_date, lead_key`;
      const of = sql`from lead where lead_key = ${lead}`;
      await sql`update lead set sub_source = ${words} where lead_key = ${lead}`.execute(tx);
      await sql`insert into lead_person (${key}, key_id) select ${key}, 1 ${of}`.execute(tx);
      await sql`insert into lead_consent (${key}, consent_text, page_url, given_at) select ${key}, 'x', 'y', created_at ${of}`.execute(
        tx,
      );
      await sql`insert into lead_status_change (${key}, at, to_status) select ${key}, created_at, status ${of}`.execute(
        tx,
      );
      await sql`insert into lead_delivery (${key}, attempt, at, outcome) select ${key}, 1, created_at, 'accepted' ${of}`.execute(
        tx,
      );
    }

    const partner = await makePartner(tx);
    for (const [answer, when] of [
      ['due', NOW],
      ['stays', new Date(NOW.getTime() + 1)],
    ] as const)
      await sql`insert into post_answer values (${partner}, ${Buffer.from(answer)}, 'content', to_jsonb(${answer}::text), ${NOW}, ${when})`.execute(
        tx,
      );

    const recount = (owner: number, words: string, when: Date) =>
      sql`insert into recount values (${owner}, ${when}, 0, to_json(array[${words}::text]))`.execute(tx);
    await recount(owners[0], 'due', at('recount'));
    await recount(owners[0], 'stays', at('recount', 1));
    await recount(owners[1], 'stays: the last', at('recount'));

    await sql`insert into rate_limit values ('due', 1, ${NOW.getTime()}), ('stays', 1, ${NOW.getTime() + 1})`.execute(
      tx,
    );
    await sql`insert into worker_heartbeat values ('due', ${at('workerHeartbeat')}), ('stays', ${at('workerHeartbeat', 1)})`.execute(
      tx,
    );
  });
});

/** The column of each table that holds the label of the test rows. */
const WORDS = {
  audit_log: 'route',
  session: 'ip',
  session_token: `convert_from(token_hash, 'UTF8')`,
  user_login: 'ip',
  password_guess: `convert_from(subject, 'UTF8')`,
  password_link: `convert_from(token_hash, 'UTF8')`,
  password_history: 'password_hash',
  user_email_change: 'new_email',
  known_device: `convert_from(cookie_hash, 'UTF8')`,
  mail: 'subject',
  mail_file: 'name',
  partner_mail: 'reason',
  partner_mailing: 'subject',
  report_run:
    '(select r.reason from report_run_reader r where r.owner_key = report_run.owner_key and r.run_key = report_run.run_key)',
  platform_file_undo: 'rows ->> 0',
  campaign_draft: 'step',
  lead: `coalesce(sub_source, 'stays: another one')`,
  click: 'sub_source',
  lead_dedup: 'scope',
  suppression_entry: `convert_from(hash, 'UTF8')`,
  criteria_replay: `body #>> '{}'`,
  milestone_unmatched: `convert_from(digest, 'UTF8')`,
  recount: 'found ->> 0',
  post_answer: `convert_from(post_hash, 'UTF8')`,
  delivery_task: `convert_from(email_hash, 'UTF8')`,
  delivery_notice: 'cause',
  delivery_retry: 'reason',
  lead_postback: 'status',
  webhook_message: 'event',
  alert: 'cause',
  alert_mail: 'cause',
  rate_limit: 'key',
  lead_export_part: `convert_from(sealed, 'UTF8')`,
  lead_export: 'failure',
  worker_heartbeat: 'worker_id',
} as const;

const read = async (): Promise<Record<string, string[]>> => {
  const words: Record<string, string[]> = {};
  await database.asMigrator(async (tx) => {
    for (const [table, word] of Object.entries(WORDS)) {
      const { rows } = await sql<{
        word: string;
      }>`select ${sql.raw(word)} as word from ${sql.table(table)} order by 1`.execute(tx);
      words[table] = rows.map((row) => row.word);
    }
  });
  return words;
};

let before: Record<string, string[]>;
let removed: Awaited<ReturnType<typeof pruneNow>>;
let after: Record<string, string[]>;
beforeAll(async () => {
  before = await read();
  removed = await pruneNow(database.ownerUrl, clock);
  after = await read();
});

test('expired data of every owner and user is deleted to the second; the rest stays, and a second run finds nothing', async () => {
  const isDue = (table: string, word: string): boolean =>
    table === 'session_token' ? !/^stays.* stays( too)?$/.test(word) : word.startsWith('due');
  for (const [table, words] of Object.entries(before))
    expect([table, after[table]]).toEqual([table, words.filter((word) => !isDue(table, word))]);
  expect(Object.keys(removed).toSorted()).toEqual(Object.keys(WORDS).toSorted());
  expect(Object.values(removed).every((count) => count > 0)).toBe(true);
  expect(removed).toMatchObject({ lead: 2, campaign_draft: 2, lead_dedup: 2, mail: 2, password_history: 4 });

  const again = await pruneNow(database.ownerUrl, clock);
  expect(Object.values(again).filter((count) => count > 0)).toEqual([]);
  expect(await read()).toEqual(after);
});

test('deleted clicks become daily counts, and figures stay the same', async () => {
  const { rows } = await database.asMigrator((tx) =>
    sql`select owner_key, day::text, clicks, refused from click_day order by owner_key`.execute(tx),
  );
  expect(rows).toEqual(owners.map((owner_key) => ({ owner_key, day: '2025-11-09', clicks: 1, refused: 1 })));
  const facts = openFacts(database.ownerUrl);
  try {
    while ((await facts.fold()) > 0);
    expect(await facts.differences()).toEqual([]);
  } finally {
    await facts.close();
  }
});

test('everything that refers to a test lead is deleted with it: a table missing in the list would keep it forever', async () => {
  const { rows } = await database.asMigrator((tx) =>
    sql<{ name: string }>`
      select distinct c.relname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and k.confrelid = 'lead'::regclass and not c.relispartition`.execute(tx),
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...LEAD_PARTS].toSorted());
});

import {
  alertBell,
  type AlertCondition,
  type AlertRule,
  alertRuleList,
  alertRulePause,
  alertRulePreview,
  alertRuleSave,
  ALL_PERMISSIONS,
  type BellRow,
  isWatchable,
  measuresFor,
  reportData,
  type RulePreview,
  windowOn,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { makerScope, systemScope } from '../../../jobs/system-scope.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeLead, makeTwoOwners } from '../../../testing/factories/factories.ts';
import { A_CONDITION } from '../../../testing/writes/report-writes.ts';
import { sendAlertMails } from '../mails/mails.service.ts';
import { checkRules } from './check-rules.ts';

const harness = useApp();
const HOUR_MS = 3_600_000;
let owner: number;
let campaigns: readonly [number, number];
let partnerKey: number;
let names: readonly [string, string];
let maker: SignedIn;
let reader: SignedIn;
let client: SignedIn;
const lasting: number[] = [];

const fold = async () => {
  const facts = openFacts(harness.ownerUrl);
  await facts.fold();
  await facts.close();
};
const addLead = async (campaignKey: number, day: string, clientPrice = 40): Promise<number> => {
  const leadKey = await harness.asMigrator((tx) =>
    makeLead(tx, { ownerKey: owner, campaignKey, partnerKey, day, clientPrice }),
  );
  await fold();
  return leadKey;
};

/** Today is 10 March: one lead on each of the last three days in the first campaign, at 40, 50 and 60; one before. */
beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    owner = owners.mine.ownerKey;
    const first = await makeCampaign(tx, { ownerKey: owner });
    const second = await makeCampaign(tx, { ownerKey: owner, partnerKey: first.partnerKey });
    campaigns = [first.campaignKey, second.campaignKey];
    partnerKey = first.partnerKey;
    const { rows } = await sql<{ name: string }>`
      select name from campaign where campaign_key = any (${campaigns}::int[]) order by campaign_key
    `.execute(tx);
    names = [rows[0]!.name, rows[1]!.name];
    const other = await makeCampaign(tx, { ownerKey: owners.foreign.ownerKey });
    for (let count = 0; count < 20; count += 1) await makeLead(tx, { ...other, day: '2026-03-09', clientPrice: 777 });
  });
  for (const [day, price] of [
    ['2026-03-01', 30],
    ['2026-03-07', 40],
    ['2026-03-08', 50],
    ['2026-03-09', 60],
  ] as const)
    lasting.push(await addLead(campaigns[0], day, price));
  lasting.push(await addLead(campaigns[1], '2026-03-09', 10));
  maker = await harness.signedIn('ag', { owner, permissions: ['reports:Build', 'reports:View', 'reports:Margin'] });
  reader = await harness.signedIn('ag', { owner, permissions: ['reports:View'] });
  client = await harness.signedIn('cl', { owner, permissions: ['reports:Build', 'reports:View'] });
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await harness.asMigrator(async (tx) => {
    await sql`delete from alert`.execute(tx);
    await sql`delete from alert_rule`.execute(tx);
    await sql`delete from alert_mail`.execute(tx);
    await sql`delete from mail`.execute(tx);
    await sql`delete from lead where owner_key = ${owner} and lead_key <> all (${lasting})`.execute(tx);
  });
  await fold();
});

const save = (condition: Partial<AlertCondition>, over: object = {}, as = maker) =>
  harness.call(alertRuleSave, as, {
    params: { owner },
    body: {
      ruleKey: null,
      rowVersion: null,
      name: 'Watched',
      condition: { ...A_CONDITION, ...condition },
      hours: 24,
      readerKeys: [reader.userKey],
      ...over,
    },
  });
const saveRule = async (condition: Partial<AlertCondition>, over: object = {}): Promise<AlertRule> => {
  const { status, body } = await save(condition, over);
  expect({ status, message: body.message }).toMatchObject({ status: 200 });
  return body.data as AlertRule;
};
const look = () => checkRules({ ...harness, systemScope, makerScope }, { ownerKey: owner, zone: 'America/Chicago' });
const bellOf = async (as: SignedIn) => {
  const { body } = await harness.call(alertBell, as, {});
  return (body.data as { rows: BellRow[] }).rows.filter(({ kind }) => kind === 'rule');
};
const stored = async () => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ reason: string | null; used: number; resolution: string | null; times: number }>`
      select reason, used::float8 as used, resolution, times from alert where kind = 'rule' order by alert_key
    `.execute(tx),
  );
  return rows;
};
const mails = async () => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ userKey: number; subject: string; html: string }>`
      select u.user_key as "userKey", m.subject, m.html from mail m join user_account u on u.email = m.to_address
    `.execute(tx),
  );
  return rows;
};
const later = (hours: number) => harness.clock.set(new Date(harness.clock.now().getTime() + hours * HOUR_MS));

describe('a condition', () => {
  test('on a value of the last complete days covers one owner only', async () => {
    await saveRule({ measure: 'validLeads', days: 3, threshold: 3 });
    await saveRule({ measure: 'validLeads', days: 3, threshold: 4 }, { name: 'Not met' });
    await look();
    expect(await bellOf(reader)).toMatchObject([{ ruleName: 'Watched', used: 4, limit: 3, ownerKey: owner }]);
  });

  test('on a ratio by campaign alerts each campaign by itself', async () => {
    await saveRule({ measure: 'cpl', dimension: 'campaign', days: 3, threshold: 49 });
    await look();
    expect(await bellOf(reader)).toMatchObject([{ reason: names[0], used: 50 }]);
  });

  test('on a change compares with the days before', async () => {
    // 4 leads in the last 5 days, one in the 5 days before.
    await saveRule({ days: 5, compare: 'previous', threshold: 299 });
    await look();
    expect(await bellOf(reader)).toMatchObject([{ used: 300, limit: 299 }]);
  });

  test('on a campaign that fell to nothing, alone or against the days before, as in its preview', async () => {
    // The first campaign had a lead on 1 March, none in the five days after it; the second had none before the 9th.
    harness.clock.set(new Date('2026-03-07T15:00:00Z'));
    const below = { measure: 'validLeads', dimension: 'campaign', days: 5, direction: 'below' } as const;
    await saveRule({ ...below, threshold: 1 }, { name: 'None' });
    await saveRule({ ...below, compare: 'previous', threshold: -50 }, { name: 'Fallen' });
    await saveRule({ ...below, measure: 'cpl', threshold: 1 }, { name: 'A ratio of nothing' });
    await look();
    expect((await bellOf(reader)).map(({ ruleName, reason, used }) => ({ ruleName, reason, used }))).toEqual(
      expect.arrayContaining([
        { ruleName: 'None', reason: names[0], used: 0 },
        { ruleName: 'Fallen', reason: names[0], used: -100 },
      ]),
    );
    expect(await bellOf(reader)).toHaveLength(2);
    const { body } = await harness.call(alertRulePreview, maker, {
      params: { owner },
      body: { condition: { ...A_CONDITION, ...below, threshold: 1 }, hours: 24 },
    });
    expect((body.data as RulePreview).days.at(-1)).toMatchObject({
      day: '2026-03-07',
      met: 1,
      first: [{ name: names[0], value: 0 }],
    });
  });

  test('below a limit ignores values that are not known', async () => {
    await saveRule({ measure: 'cpl', days: 1, direction: 'below', threshold: 36 });
    await saveRule({ measure: 'cpe', direction: 'below', threshold: 1_000_000 }, { name: 'No outcome' });
    await look();
    expect((await bellOf(reader)).map(({ ruleName, used }) => ({ ruleName, used }))).toEqual([
      { ruleName: 'Watched', used: 35 },
    ]);
  });
});

describe('how often', () => {
  test('alerts once while it lasts, again after its hours, and ends when it is over', async () => {
    await saveRule({ days: 3, threshold: 3 }, { hours: 24 });
    await look();
    later(1);
    await addLead(campaigns[0], '2026-03-09');
    await look();
    expect(await stored()).toMatchObject([{ used: 5, resolution: null }]);
    later(24);
    await addLead(campaigns[0], '2026-03-10');
    await look();
    expect((await stored()).map(({ resolution }) => resolution)).toEqual(['TOLD_AGAIN', null]);
    later(96);
    await look();
    expect((await stored()).map(({ resolution }) => resolution)).toEqual(['TOLD_AGAIN', 'NOT_MET']);
  });

  test('is not evaluated again on the same day without new data', async () => {
    await saveRule({ days: 3, threshold: 1 });
    expect(await look()).toBe(1);
    later(1);
    expect(await look()).toBe(0);
    await addLead(campaigns[0], '2026-03-01');
    expect(await look()).toBe(1);
    later(24);
    expect(await look()).toBe(1);
  });
});

describe('recipients', () => {
  test('are its readers who may see the measure, by bell and by one mail', async () => {
    await saveRule({ measure: 'mediaCost', days: 30, threshold: -1 }, { readerKeys: [reader.userKey, maker.userKey] });
    await look();
    expect(await bellOf(maker)).toHaveLength(1);
    expect(await bellOf(reader)).toEqual([]);
    expect(await bellOf(client)).toEqual([]);
    await sendAlertMails(harness, { publicUrl: 'https://paceline.example' }, systemScope);
    await sendAlertMails(harness, { publicUrl: 'https://paceline.example' }, systemScope);
    const rows = await mails();
    expect(rows).toMatchObject([{ userKey: maker.userKey }]);
    expect(rows[0]?.subject).toMatch(/^Watched: Media Cost is \$/);
  });

  test('get all campaigns of a rule in one table, each with the way to its figure', async () => {
    await saveRule({ measure: 'cpl', dimension: 'campaign', days: 3, threshold: 1 }, { readerKeys: [maker.userKey] });
    await look();
    await sendAlertMails(harness, { publicUrl: 'https://paceline.example' }, systemScope);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    const cells = [...(mail?.html ?? '').matchAll(/<t[dh](?: [^>]*)?>\s*(?:<a href="([^"]*)"[^>]*>)?([^<]*)/g)];
    expect(cells.map(([, , text]) => text?.trim()).slice(0, 4)).toEqual(['Campaign', 'CPL', 'Threshold', 'Since']);
    expect(cells.map(([, , text]) => text)).toEqual(
      expect.arrayContaining([...names, '$50.00', '$10.00', 'above $1.00']),
    );
    const links = cells.flatMap(([, link]) => (link === undefined ? [] : [link]));
    expect(links).toHaveLength(2);
    for (const link of links) expect(link).toContain(`/media_analysis?owner=${owner}&amp;question=`);
  });

  test('get a table for each rule, also where two have one name', async () => {
    for (const measure of ['cpl', 'validLeads'])
      await saveRule({ measure, days: 3, threshold: 1 }, { readerKeys: [maker.userKey] });
    await look();
    await sendAlertMails(harness, { publicUrl: 'https://paceline.example' }, systemScope);
    const [mail] = await mails();
    const heads = [...(mail?.html ?? '').matchAll(/<th [^>]*>\s*([^<]*?)\s*</g)].map(([, text]) => text);
    expect(heads.filter((text) => text === 'CPL' || text === 'Valid Leads').toSorted()).toEqual(['CPL', 'Valid Leads']);
  });

  test('belong to the maker’s company; the rule is invisible to others', async () => {
    expect((await save({}, { readerKeys: [client.userKey] })).body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'readerKeys' }],
    });
    const { ruleKey, rowVersion } = await saveRule({});
    expect((await harness.call(alertRuleList, client, { params: { owner } })).body.data).toEqual([]);
    expect((await save({}, { ruleKey, rowVersion }, client)).status).toBe(404);
    expect((await save({ measure: 'mediaCost' }, { readerKeys: [client.userKey] }, client)).status).toBe(400);
    expect((await save({ measure: 'budget' })).body).toMatchObject({ errors: [{ field: 'condition.measure' }] });
  });

  test('the rule pauses when its maker may no longer build reports, and its alerts end', async () => {
    const other = await harness.signedIn('ag', { owner, permissions: ['reports:Build', 'reports:View'] });
    const { body } = await save({ threshold: 1 }, { readerKeys: [maker.userKey] }, other);
    const { ruleKey } = body.data as AlertRule;
    await look();
    expect(await bellOf(maker)).toHaveLength(1);
    await harness.asMigrator((tx) =>
      sql`update user_account set permissions = '{}' where user_key = ${other.userKey}`.execute(tx),
    );
    await addLead(campaigns[0], '2026-03-01');
    later(0.4);
    await look();
    expect(await bellOf(maker)).toEqual([]);
    const rules = (await harness.call(alertRuleList, maker, { params: { owner } })).body.data as AlertRule[];
    expect(rules.find((rule) => rule.ruleKey === ruleKey)).toMatchObject({
      isPaused: true,
      pauseReason: 'Its maker may no longer build reports.',
    });
  });

  test('of two concurrent editors of a rule the second sees both values', async () => {
    const { ruleKey, rowVersion } = await saveRule({});
    await harness.call(alertRulePause, maker, { params: { owner }, body: { ruleKey, isPaused: true } });
    const { status, body } = await save({ threshold: 9 }, { ruleKey, rowVersion });
    expect({ status, errors: body.errors }).toMatchObject({
      status: 409,
      errors: [
        {
          message: 'Saved: Watched, Valid Leads above 1 over 7 days. Yours: Watched, Valid Leads above 9 over 7 days.',
        },
      ],
    });
  });
});

describe('the preview', () => {
  const preview = async (condition: Partial<AlertCondition>, hours = 24): Promise<RulePreview> => {
    const body = { condition: { ...A_CONDITION, ...condition }, hours };
    return (await harness.call(alertRulePreview, maker, { params: { owner }, body })).body.data as RulePreview;
  };

  test('lists the days on which it would have alerted; its last day is what the rule says today', async () => {
    const condition = { measure: 'cpl', dimension: 'campaign', days: 1, threshold: 45 };
    const { days, told, from, to } = await preview(condition);
    expect([from, to]).toEqual(['2025-12-11', '2026-03-10']);
    expect(days.map(({ day, first }) => [day, ...first.map(({ name, value }) => `${name} ${value}`)])).toEqual([
      ['2026-03-09', `${names[0]} 50`],
      ['2026-03-10', `${names[0]} ${(await today(condition))[0]?.used}`],
    ]);
    expect(told).toBe(2);
    expect((await preview(condition, 72)).told).toBe(1);
  });

  test('has each day’s value on the watched side, with the group whose it is, whatever the threshold', async () => {
    const condition = { measure: 'cpl', dimension: 'campaign', days: 1, threshold: 1_000 } as const;
    const lastOf = async (direction: 'above' | 'below') => {
      const { values, days } = await preview({ ...condition, direction });
      expect([values.length, values[0]?.day, days.length]).toEqual([90, '2025-12-11', direction === 'above' ? 0 : 4]);
      return values.slice(-3);
    };
    // On the 9th both campaigns had a lead: at 60 and at 10.
    expect(await lastOf('above')).toEqual([
      { day: '2026-03-08', name: names[0], value: 40 },
      { day: '2026-03-09', name: names[0], value: 50 },
      { day: '2026-03-10', name: names[0], value: 60 },
    ]);
    expect((await lastOf('below')).at(-1)).toEqual({ day: '2026-03-10', name: names[1], value: 10 });
    expect((await preview({ ...condition, dimension: null })).values.at(-1)).toMatchObject({ name: null, value: 35 });
  });
  const today = async (condition: Partial<AlertCondition>) => {
    await saveRule(condition);
    await look();
    return bellOf(reader);
  };

  test('leaves out inquiries too young for their outcome, and says so', async () => {
    const { notes } = await preview({ measure: 'enrollments', direction: 'above', threshold: 0 });
    expect(notes).toContain('Inquiries younger than 90 days are left out: their outcomes are still to come.');
    const { days } = windowOn({ ...A_CONDITION, measure: 'enrollments', days: 30 }, '2026-03-10');
    expect(days).toEqual({ from: '2025-11-10', to: '2025-12-09' });
  });

  test('evaluates every measure a rule may use like a report by day', async () => {
    const rights = { group: 'ag', permissions: new Set(ALL_PERMISSIONS) } as const;
    const measures = measuresFor(rights, 'all', 'all').filter(isWatchable);
    expect(measures).toEqual(expect.arrayContaining(['ctr', 'cpc', 'enrollRate', 'spend', 'enrollPercentMatured']));
    let as = maker;
    const wrong: object[] = [];
    for (const [index, measure] of measures.entries()) {
      // A new user every ten questions, because reports are limited per user.
      if (index % 10 === 0) as = await harness.signedIn('ag', { owner, permissions: ALL_PERMISSIONS });
      const condition: AlertCondition = { ...A_CONDITION, measure, threshold: -1_000_000_000 };
      const answer = await harness.call(alertRulePreview, as, { params: { owner }, body: { condition, hours: 24 } });
      const { days } = windowOn(condition, '2026-03-10');
      const report = await harness.call(reportData, as, {
        params: { channel: 'all', vertical: 'all' },
        body: {
          ownerKey: owner,
          measures: [measure],
          timeDimensions: { dimension: 'date', dateRange: [days.from, days.to] },
          getTotal: true,
        } as never,
      });
      const value = (report.body.data as { total: Record<string, number | null> } | null)?.total[measure] ?? null;
      const last = (answer.body.data as RulePreview | null)?.days.find(({ day }) => day === '2026-03-10');
      const shown = last?.first[0]?.value ?? null;
      // Without any rows, a count may be 0 or missing.
      const isSame = Math.abs((shown ?? 0) - (value ?? 0)) < 0.0051;
      if (answer.status !== 200 || report.status !== 200 || !isSame)
        wrong.push({ measure, status: [answer.status, report.status], shown, value, message: answer.body.message });
    }
    expect(wrong).toEqual([]);
  });
});

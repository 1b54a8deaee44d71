import {
  type DashboardCard,
  type Permission,
  type ReportRun,
  type ReportSchedule,
  reportScheduleList,
  reportScheduleLog,
  reportScheduleRun,
  reportScheduleSave,
  type SavedDashboard,
  savedDashboardRemove,
  savedDashboardSave,
  type SavedView,
  savedViewSave,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeLead, makePartner, makeTwoOwners } from '../../../testing/factories/factories.ts';
import { pdfText } from '../../../testing/file-text.ts';
import { A_DASHBOARD, A_QUESTION, A_VIEW } from '../../../testing/writes/report-writes.ts';
import { sendDeps } from './schedules.jobs.ts';
import { sendRun } from './send-run.ts';

const harness = useApp();
const DAYS = ['2026-03-03', '2026-03-09'] as const;
const PERIOD = { from: '2026-03-01', to: '2026-03-09' };
let owner: number;
let foreign: number;
let maker: SignedIn;
let colleague: SignedIn;
let client: SignedIn;
let partner: SignedIn;

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    [owner, foreign] = [owners.mine.ownerKey, owners.foreign.ownerKey];
  });
  const partners = await harness.asMigrator(async (tx) => {
    const keys = [await makePartner(tx), await makePartner(tx)] as const;
    for (const [index, partnerKey] of keys.entries()) {
      const { campaignKey } = await makeCampaign(tx, { ownerKey: owner, partnerKey, name: `Campaign ${index}` });
      const prices = { clientPrice: 100 + index, mediaPrice: 10 + index };
      for (const day of DAYS) await makeLead(tx, { ownerKey: owner, campaignKey, partnerKey, day, ...prices });
    }
    const other = await makeCampaign(tx, { ownerKey: foreign, partnerKey: keys[0] });
    await makeLead(tx, { ...other, day: DAYS[0], clientPrice: 777 });
    return keys;
  });
  const facts = openFacts(harness.ownerUrl);
  await facts.fold();
  await facts.close();
  const rights: Permission[] = ['reports:Build', 'reports:View', 'reports:Schedule'];
  maker = await harness.signedIn('ag', { owner, permissions: [...rights, 'reports:Margin'] });
  colleague = await harness.signedIn('ag', { owner, permissions: rights });
  client = await harness.signedIn('cl', { owner, permissions: ['reports:View'] });
  partner = await harness.signedIn('mp', { owner, permissions: ['reports:View'], partnerKey: partners[0] });
});
beforeEach(() =>
  harness.asMigrator(async (tx) => {
    await sql`delete from mail`.execute(tx);
    await sql`delete from report_schedule`.execute(tx);
  }),
);

let count = 0;
const makeView = async (over: object, as = maker, sharing = 'team'): Promise<SavedView> => {
  const question = { ...A_QUESTION, period: PERIOD, ...over };
  const body = { ...A_VIEW, sharing, name: `View ${(count += 1)}`, question } as never;
  return (await harness.call(savedViewSave, as, { params: { owner }, body })).body.data as SavedView;
};
const viewCard = (id: string, { viewKey }: SavedView, shows: 'chart' | 'table'): DashboardCard => ({
  id,
  kind: 'view',
  viewKey,
  shows,
  width: 6,
  height: 5,
});
const SPEND = {
  id: 'spend',
  kind: 'figure',
  title: '',
  measure: 'spend',
  period: PERIOD,
  filters: [],
  goal: { side: 'above', amount: 400 },
  width: 3,
  height: 2,
} satisfies DashboardCard;
const TEXT: DashboardCard = { id: 'text', kind: 'text', text: 'Goals of the term', width: 12, height: 1 };

const makeDashboard = async (cards: DashboardCard[], sharing = 'team'): Promise<SavedDashboard> => {
  const body = { ...A_DASHBOARD, sharing, name: `Dashboard ${(count += 1)}`, cards } as never;
  const answer = await harness.call(savedDashboardSave, maker, { params: { owner }, body });
  expect({ status: answer.status, errors: answer.body.errors }).toMatchObject({ status: 200 });
  return answer.body.data as SavedDashboard;
};
const saveSchedule = (dashboardKey: number, readers: readonly SignedIn[], over: object = {}, as = maker) =>
  harness.call(reportScheduleSave, as, {
    params: { owner },
    body: {
      scheduleKey: null,
      rowVersion: null,
      viewKey: null,
      dashboardKey,
      every: 'week',
      weekday: 1,
      monthDay: null,
      hour: 7,
      readerKeys: readers.map(({ userKey }) => userKey),
      fileKind: 'pdf',
      ...over,
    },
  });
const run = async ({ scheduleKey }: ReportSchedule): Promise<ReportRun | undefined> => {
  const started = await harness.call(reportScheduleRun, maker, {
    params: { owner },
    body: { scheduleKey, cause: 'now' },
  });
  const { runKey } = started.body.data as { runKey: number };
  await sendRun(sendDeps(harness, { publicUrl: 'https://paceline.example' }), { ownerKey: owner, runKey });
  const log = await harness.call(reportScheduleLog, maker, { params: { owner, scheduleKey } });
  return (log.body.data as ReportRun[])[0];
};
const sent = async (cards: DashboardCard[], readers: readonly SignedIn[]) => {
  const dashboard = await makeDashboard(cards);
  const saved = await saveSchedule(dashboard.dashboardKey, readers);
  expect({ status: saved.status, errors: saved.body.errors }).toMatchObject({ status: 200 });
  return { dashboard, schedule: saved.body.data as ReportSchedule, log: await run(saved.body.data as ReportSchedule) };
};
const mailTo = async ({ userKey }: SignedIn) => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ subject: string; body: string; html: string; name: string; content: Buffer }>`
      select m.subject, m.body, m.html, f.name, f.content from mail m
      join user_account u on u.email = m.to_address join mail_file f using (mail_key)
      where u.user_key = ${userKey} and f.content_type = 'application/pdf'
    `.execute(tx),
  );
  expect(rows.length).toBeLessThan(2);
  const [mail] = rows;
  return mail && { ...mail, text: await pdfText(mail.content) };
};

test('each reader gets the whole dashboard as PDF with their own figures', async () => {
  const byCampaign = await makeView({ dimensions: ['campaign'], measures: ['validLeads', 'spend'] });
  const cards = [TEXT, SPEND, viewCard('table', byCampaign, 'table'), viewCard('chart', byCampaign, 'chart')];
  const { dashboard, schedule, log } = await sent(cards, [maker, client, partner]);
  expect(schedule).toMatchObject({ dashboardKey: dashboard.dashboardKey, viewKey: null, viewName: dashboard.name });
  expect(log).toMatchObject({ sent: 3, skipped: 0 });
  expect(log?.readers.map(({ rowCount }) => rowCount)).toEqual([4, 4, 4]);

  const own = await mailTo(maker);
  expect(own).toMatchObject({
    name: `${dashboard.name}.pdf`,
    subject: expect.stringContaining(dashboard.name) as string,
  });
  for (const part of [
    'Goals of the term',
    'Campaign 0',
    'Campaign 1',
    '$202.00',
    '$402.00',
    'Goal met',
    'Bar chart of',
  ])
    expect(own?.text).toContain(part);
  expect(own?.content.includes('/Subtype /Image')).toBe(true);
  expect(own?.body).toContain('Spend: $402.00');
  expect(own?.html).toContain(`/saveddashboards/${dashboard.dashboardKey}?owner=${owner}`);
  expect(own?.text).not.toContain('777');

  const theirs = await mailTo(partner);
  expect(theirs?.text).toContain('Earnings');
  expect(theirs?.text).toContain('$20.00');
  expect(JSON.stringify([theirs?.text, theirs?.body, theirs?.html])).not.toMatch(/402\.00|202\.00|200\.00|Campaign 1/);
  // A reader who cannot open the page gets no link to it.
  expect(theirs?.html).not.toContain('saveddashboards');
});

test('a card that a reader may not see says so, without its name; the rest is sent', async () => {
  const cost = await makeView({ measures: ['validLeads', 'mediaCost'] });
  const margin: DashboardCard = { ...SPEND, id: 'margin', measure: 'margin', title: 'Our margin' };
  const { log } = await sent([viewCard('cost', cost, 'table'), margin, SPEND], [maker, client]);
  expect(log).toMatchObject({ sent: 2 });
  const own = await mailTo(maker);
  for (const part of [cost.name, 'Our margin', 'Media Cost']) expect(own?.text).toContain(part);
  const theirs = await mailTo(client);
  expect(theirs?.text).toContain('You may not see this card.');
  expect(theirs?.text).toContain('$402.00');
  for (const part of [cost.name, 'Our margin', 'Media Cost'])
    expect(JSON.stringify([theirs?.text, theirs?.body, theirs?.html])).not.toContain(part);
});

test('a view that is no longer shared with the sender is not sent; a filter is named', async () => {
  const shared = await makeView({}, colleague);
  const inTexas = { member: 'state', operator: 'equals', values: ['TX'] };
  const filtered = await makeView({ filters: [inTexas], measures: ['validLeads'] });
  const dashboard = await makeDashboard([viewCard('a', shared, 'table'), viewCard('b', filtered, 'table')]);
  const schedule = (await saveSchedule(dashboard.dashboardKey, [maker])).body.data as ReportSchedule;
  await harness.call(savedViewSave, colleague, {
    params: { owner },
    body: { ...A_VIEW, viewKey: shared.viewKey, rowVersion: 1, name: shared.name, sharing: 'private' },
  });
  await run(schedule);
  const mail = await mailTo(maker);
  expect(mail?.text).toContain('no longer shared');
  expect(mail?.text).not.toContain(shared.name);
  expect(mail?.text).toContain('State is TX');
});

test('only who may open a dashboard schedules it, as PDF; a removed one stops', async () => {
  const dashboard = await makeDashboard([TEXT], 'private');
  const { dashboardKey } = dashboard;
  expect((await saveSchedule(dashboardKey, [colleague], {}, colleague)).status).toBe(404);
  const stranger = await harness.signedIn('ag', { owner: foreign, permissions: ['reports:Schedule'] });
  expect((await saveSchedule(dashboardKey, [stranger], {}, stranger)).status).toBe(404);
  const refused = async (over: object) => {
    const { status, body } = await saveSchedule(dashboardKey, [maker], over);
    return [status, (body.errors as { field: string }[] | undefined)?.map(({ field }) => field)];
  };
  expect(await refused({ fileKind: 'csv' })).toEqual([400, ['fileKind']]);
  expect(await refused({ viewKey: 1 })).toEqual([400, ['viewKey']]);
  const schedule = (await saveSchedule(dashboardKey, [maker])).body.data as ReportSchedule;
  await harness.call(savedDashboardRemove, maker, { params: { owner }, body: { dashboardKey, isRemoved: true } });
  expect(await run(schedule)).toMatchObject({ sent: 0, readers: [{ reason: 'The dashboard was deleted.' }] });
  const list = await harness.call(reportScheduleList, maker, { params: { owner } });
  expect(list.body.data).toEqual([]);
});

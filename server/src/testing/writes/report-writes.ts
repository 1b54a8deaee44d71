import { alertRuleSave, type AnyCall, reportScheduleSave, savedDashboardSave, savedViewSave } from '@paceline/contract';
import { type SignedIn, type TestApp } from '../app.ts';

interface World {
  ownerKey: number;
}
interface Written {
  params: { owner: number };
  body: unknown;
}
type Write = [entity: string, request: (world: World, as: SignedIn) => Written | Promise<Written>];

/** A question that every group may ask. */
export const A_QUESTION = {
  channel: 'all' as const,
  vertical: 'all' as const,
  dimensions: ['client'],
  measures: ['validLeads', 'spend'],
  filters: [],
  period: { range: 'last7' as const },
  granularity: null,
  compare: null,
  pivot: null,
  formulas: [],
  order: [],
  top: null,
  chart: 'bar' as const,
};
export const A_VIEW = {
  viewKey: null,
  rowVersion: null,
  name: 'Made by a test',
  description: '',
  sharing: 'team' as const,
  question: A_QUESTION,
};

export const A_DASHBOARD = {
  dashboardKey: null,
  rowVersion: null,
  name: 'Put together by a test',
  description: '',
  sharing: 'team' as const,
  cards: [],
};

export const A_CONDITION = {
  channel: 'all' as const,
  vertical: 'all' as const,
  measure: 'validLeads',
  dimension: null,
  filters: [],
  days: 7,
  compare: null,
  direction: 'above' as const,
  threshold: 1,
};

/** Requests of the calls about saved views, each of which succeeds, and what the audit log has to name. */
export const reportWrites = (app: TestApp): Record<string, Write> => {
  const create = async (call: AnyCall, as: SignedIn, { ownerKey }: World, body: object): Promise<object> => {
    const answer = await app.call(call, as, { params: { owner: ownerKey }, body });
    if (answer.status !== 200) throw new Error(`${call.id} was refused: ${answer.body.message}`);
    return answer.body.data as object;
  };
  const makeView = async (world: World, as: SignedIn, name: string): Promise<number> =>
    ((await create(savedViewSave, as, world, { ...A_VIEW, name })) as { viewKey: number }).viewKey;
  const schedule = async (world: World, as: SignedIn, name: string) => ({
    scheduleKey: null,
    rowVersion: null,
    viewKey: await makeView(world, as, name),
    every: 'week',
    weekday: 1,
    monthDay: null,
    hour: 7,
    readerKeys: [as.userKey],
    fileKind: 'csv',
  });
  const about = ({ ownerKey }: World, body: unknown): Written => ({ params: { owner: ownerKey }, body });
  const onSchedule = (name: string, body: object): Write => [
    'report_schedule',
    async (world, as) => {
      const saved = await create(reportScheduleSave, as, world, await schedule(world, as, name));
      return about(world, { scheduleKey: (saved as { scheduleKey: number }).scheduleKey, ...body });
    },
  ];
  const rule = (as: SignedIn, name: string) => ({
    ruleKey: null,
    rowVersion: null,
    name,
    condition: A_CONDITION,
    hours: 24,
    readerKeys: [as.userKey],
  });
  const onRule = (name: string, body: object): Write => [
    'alert_rule',
    async (world, as) => {
      const saved = await create(alertRuleSave, as, world, rule(as, name));
      return about(world, { ruleKey: (saved as { ruleKey: number }).ruleKey, ...body });
    },
  ];
  const dashboard = async (world: World, as: SignedIn, name: string) => ({
    ...A_DASHBOARD,
    name,
    cards: [
      { id: 'c1', kind: 'view', viewKey: await makeView(world, as, `Of ${name}`), shows: 'chart', width: 6, height: 5 },
    ],
  });
  return {
    analyticsToken: ['user', (world) => about(world, {})],
    embedOriginsSave: ['embed_setting', (world) => about(world, { rowVersion: null, origins: ['https://a.example'] })],
    savedDashboardSave: [
      'report_dashboard',
      async (world, as) => about(world, await dashboard(world, as, 'Put together')),
    ],
    savedDashboardRemove: [
      'report_dashboard',
      async (world, as) => {
        const body = await dashboard(world, as, 'Not for long');
        const { dashboardKey } = (await create(savedDashboardSave, as, world, body)) as { dashboardKey: number };
        return about(world, { dashboardKey, isRemoved: true });
      },
    ],
    alertRuleSave: ['alert_rule', (world, as) => about(world, rule(as, 'Watched'))],
    alertRulePause: onRule('Watched no more', { isPaused: true }),
    alertRuleRemove: onRule('Gone', { isRemoved: true }),
    savedViewSave: ['report_view', (world) => about(world, A_VIEW)],
    savedViewRemove: [
      'report_view',
      async (world, as) => about(world, { viewKey: await makeView(world, as, 'To be removed'), isRemoved: true }),
    ],
    reportScheduleSave: ['report_schedule', async (world, as) => about(world, await schedule(world, as, 'Mailed'))],
    reportSchedulePause: onSchedule('To be paused', { isPaused: true }),
    reportScheduleRemove: onSchedule('Mailed no more', { isRemoved: true }),
    reportScheduleRun: onSchedule('Mailed now', { cause: 'now' }),
    reportScheduleLeave: onSchedule('To be left', {}),
  };
};

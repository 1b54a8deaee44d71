import { type Builder } from './organisation.ts';
import { isoOf, monthStart } from '../calendar.ts';
import { type Client, type Goal, type Owner, type Program } from './model.ts';
import { kindOf, ratesOf } from '../leads/rates.ts';
import { type Channel, CHANNELS } from './sizes.ts';

const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  ppl: 'Pay per Lead',
  ppc: 'Paid Search',
  social: 'Paid Social',
  programmaticDisplay: 'Display',
};

interface GoalPlan {
  client: Client;
  channel: Channel;
  callCenter?: boolean;
  brandSearch?: boolean;
}

/** One goal per client and channel; then call centers, then brand searches, until there are enough. */
const plansOf = (owner: Owner, clients: readonly Client[]): GoalPlan[] => {
  const channels = CHANNELS.filter((channel) => owner.volume.mix[channel] > 0);
  const plans: GoalPlan[] = clients.flatMap((client) => channels.map((channel) => ({ client, channel })));
  const further: GoalPlan[] = [
    ...clients.map((client) => ({ client, channel: 'ppl' as const, callCenter: true })),
    ...clients.map((client) => ({ client, channel: 'ppc' as const, brandSearch: true })),
  ];
  return [...plans, ...further.slice(0, owner.volume.goals - plans.length)];
};

const programsOf = (client: Client): Program[] =>
  client.models.flatMap(({ campuses }) => campuses.flatMap(({ programs }) => programs));

const nameOf = ({ client, channel, callCenter, brandSearch }: GoalPlan): string =>
  `${client.name} ${callCenter ? 'Call Center' : brandSearch ? 'Brand Search' : CHANNEL_NAMES[channel]}`;

const addGoal = ({ keys, sheets, random }: Builder, plan: GoalPlan): Goal => {
  const { client, channel, callCenter = false, brandSearch = false } = plan;
  const { owner } = client;
  const goal: Goal = {
    key: keys.next('goal'),
    client,
    channel,
    callCenter,
    brandSearch,
    model: client.models.length === 1 ? client.models[0]! : null,
    name: nameOf(plan),
    programs: programsOf(client),
  };
  const { cpl, enrollment } = ratesOf(client.segment, kindOf(channel, { callCenter, brandSearch }));
  const own = random.fork(`goal ${goal.name}`);
  sheets.put('goal', {
    owner_key: owner.key,
    goal_key: goal.key,
    client_key: client.key,
    client_model_key: goal.model?.key ?? null,
    name: goal.name,
    channel,
    start_month: isoOf(monthStart(owner.today, -30)),
    kpi: own.chance(0.75) ? 'inquiries' : own.pick(['applications', 'enrollments']),
    cpe_goal: Math.round(((cpl * 100) / enrollment) * own.between(0.95, 1.2)),
    hard_cap: own.chance(0.15),
    pacing_curve: own.chance(0.3) ? 'SEASONAL' : 'EVEN',
    criteria: JSON.stringify(
      client.segment === 'home' ? [] : [{ criterionKey: 'age', operator: 'between', values: [17, 65] }],
    ),
  });
  for (const campus of client.models.flatMap(({ campuses }) => campuses)) {
    sheets.put('goal_campus', { owner_key: owner.key, goal_key: goal.key, campus_key: campus.key });
  }
  for (const { key } of goal.programs)
    sheets.put('goal_program', { owner_key: owner.key, goal_key: goal.key, program_key: key });
  return goal;
};

export const buildGoals = (builder: Builder, owner: Owner, clients: readonly Client[]): Goal[] =>
  plansOf(owner, clients).map((plan) => addGoal(builder, plan));

import { PlainError } from '../say.mjs';
import { listCampaigns } from './operations.mjs';
import { bodyOf, connect, liftLimits, openPosting, post } from '../soak/soak-leads.mjs';

const LANES = 5;
const MIN_REGISTERS = 4;
const ACCOUNTS = 4;
const BALANCE = 1_000;

/** Campaigns that accept posts, all of them delivered to the sink. */
const openLanes = async ({ client, cluster, sink, next, others }) => {
  const { places, keys } = await openPosting(cluster.dataDir);
  const [server] = cluster.servers();
  const lanes = [];
  const first = [];
  // Those not used by others come first.
  for (const place of places.toSorted((a, b) => others.includes(a.campaignKey) - others.includes(b.campaignKey))) {
    if (lanes.length === LANES) break;
    const lane = { ...place, key: keys.get(place.partnerKey) };
    const body = bodyOf(next(), lane);
    const answer = await post(server.url, lane.key, body);
    if (answer?.body.leadId !== undefined)
      first.push({
        id: body.transactionId,
        campaignKey: lane.campaignKey,
        outcome: 'stored',
        leadId: answer.body.leadId,
        status: answer.body.status,
      });
    if (answer?.body.status === 'VAL') lanes.push(lane);
  }
  if (lanes.length < 2) throw new PlainError('There are no two campaigns that take a lead.');
  await client.query('update delivery_endpoint set settings = $1', [
    JSON.stringify({
      method: 'JSON',
      url: `${sink.origin}/ok-1`,
      auth: { kind: 'NONE' },
      fields: [
        { name: 'id', template: '{leadId}' },
        { name: 'email', template: '{email}' },
      ],
      timeLimitSeconds: 10,
    }),
  ]);
  await client.query('update delivery_health set failures_in_row = 0, open_until = null');
  return { lanes, first };
};

/** Line items of one owner with a budget this month, all of the same size. */
const openAccounts = async (client, owner) => {
  const { rows } = await client.query(
    `update goal_month set spend_goal = $3 where (owner_key, goal_key, month) in (
       select owner_key, goal_key, month from goal_month join goal g using (owner_key, goal_key)
       where owner_key = $1 and month = date_trunc('month', now())::date
         and g.start_month <= month and coalesce(g.end_month, month) >= month order by goal_key limit $2)
     returning goal_key as key, month::text`,
    [owner, ACCOUNTS, BALANCE],
  );
  if (rows.length < ACCOUNTS) throw new PlainError(`Only ${rows.length} line items of owner ${owner} have this month.`);
  return { keys: rows.map(({ key }) => key), month: rows[0].month };
};

/** Prepares separate data for each kind of client: leads, numbers of campaigns, files and budgets. */
export const prepare = async ({ cluster, sink, next, user }) => {
  const client = await connect(cluster.dataDir);
  await liftLimits(client);
  // Tasks that the demo left waiting do not count.
  await client.query('update delivery_task set done_at = now() where done_at is null');
  const { rows: owners } = await client.query(
    `select c.owner_key as owner, array_agg(c.campaign_key order by c.campaign_key) as keys
     from campaign_month m join campaign c using (owner_key, campaign_key)
     where m.month = date_trunc('month', now())::date and c.channel = 'ppl' and c.deleted_at is null
     group by 1 order by count(*) desc limit 1`,
  );
  const [{ owner, keys: others }] = owners;
  const { lanes, first } = await openLanes({ client, cluster, sink, next, others });
  const shown = (await listCampaigns(user, owner)).map(({ campaignKey }) => campaignKey);
  const isFree = (key) => shown.includes(key) && !lanes.some(({ campaignKey }) => campaignKey === key);
  const keys = others.filter(isFree).slice(0, 12);
  if (keys.length < MIN_REGISTERS)
    throw new PlainError(`Owner ${owner} has ${keys.length} of ${others.length} campaigns left that take no posts.`);
  const half = Math.ceil(keys.length / 2);
  const accounts = await openAccounts(client, owner);
  await client.end();
  return {
    first,
    lanes,
    owner,
    registers: keys.slice(0, half),
    fileRows: keys.slice(half),
    accounts,
  };
};

import { setTimeout as sleep } from 'node:timers/promises';

/** The state of the database in the form of the checkers. */

const mapOf = (rows) => new Map(rows.map(({ key, ...rest }) => [key, rest]));

const REGISTERS = `
  select campaign_key as key, row_version as version, monthly_capacity as value from campaign_month
  where campaign_key = any ($1) and month = date_trunc('month', now())::date`;
const ACCOUNTS = `
  select goal_key as key, row_version as version, spend_goal::float8 as value from goal_month
  where goal_key = any ($1) and month = date_trunc('month', now())::date`;

export const readRegisters = async (client, keys) => mapOf((await client.query(REGISTERS, [keys])).rows);
export const readAccounts = async (client, keys) => mapOf((await client.query(ACCOUNTS, [keys])).rows);

export const sumOf = (accounts) => [...accounts.values()].reduce((sum, { value }) => sum + value, 0);

/** Units counted against the caps of campaigns, over all days. */
export const readUnits = async (client) => {
  const { rows } = await client.query(
    `select campaign_key as campaign, sum(units)::int as units from cap_count where kind = 'day' and ref = 0 group by 1`,
  );
  return new Map(rows.map(({ campaign, units }) => [campaign, units]));
};

export const readLeads = async (client) => {
  const { rows } = await client.query(
    `select l.transaction_id as id, l.public_id as "leadId", l.status, l.campaign_key as campaign,
            l.status in ('RCV', 'VAL', 'DLV', 'STK', 'RTR') and not l.unpaid as counts,
            round(l.client_price * 100)::int as client, round(l.media_price * 100)::int as media,
            (select count(*)::int from lead_delivery d
             where d.owner_key = l.owner_key and d.captured_date = l.captured_date and d.lead_key = l.lead_key
               and d.outcome = 'accepted') as acknowledged
     from lead l where l.transaction_id like 'soak-%'`,
  );
  return rows;
};

export const readTokens = async (client) => {
  const { rows } = await client.query(
    `select session_key as session, count(*)::int as tokens from session_token join session using (session_key)
     where kind = 'refresh' and used_at is null and ended_at is null group by 1`,
  );
  return rows;
};

/** After all rollups are folded, by the workers or here. */
export const readDifferences = async (client) => {
  for (const fold of ['app.fold_facts', 'app.fold_attributes'])
    for (let folded = 1; folded > 0;) folded = (await client.query(`select ${fold}(20000) as folded`)).rows[0].folded;
  const { rows } = await client.query(
    'select * from app.fact_differences() union all select * from app.cap_differences()',
  );
  return rows.map((row) => JSON.stringify(row));
};

/** Waits until nothing is being delivered any more, or nothing has changed for a while. */
export const untilDelivered = async (client, stillMs = 180_000) => {
  let least = Infinity;
  for (let end = Date.now() + stillMs; Date.now() < end; await sleep(500)) {
    const { rows } = await client.query(
      'select count(*)::int as n from delivery_task where done_at is null and due_at is not null',
    );
    if (rows[0].n === 0) return 0;
    if (rows[0].n < least) end = Date.now() + stillMs;
    least = Math.min(least, rows[0].n);
  }
  return least;
};

/** Each campaign's bill of this month, in cents per side. */
export const readBill = async (user, owners, month) => {
  const bill = new Map();
  for (const ownerKey of owners) {
    const { body } = await user.ask('/api/ag/billable/report', {
      json: { ownerKey, month, groupBy: ['campaign'] },
    });
    for (const { campaignKey, figures } of body.data.rows)
      bill.set(campaignKey, {
        client: Math.round((figures.amount ?? 0) * 100),
        media: Math.round((figures.mediaAmount ?? 0) * 100),
      });
  }
  return bill;
};

import { pick } from '../random.mjs';

/** Changes by users, partners, platforms and clients to the rows behind the figures; each is one statement or a few. */

const STATUSES = ['VAL', 'DLV', 'STK', 'RTR', 'INV', 'DUP', 'SCR', 'CAP', 'CLS', 'REJ', 'RTN', 'TST', 'HLD'];
const STAGES = ['CONTACT', 'APPOINTMENT', 'INTERVIEW', 'VISIT', 'APPLICATION', 'ENROLLMENT', 'START'];
const DEVICES = ['desktop', 'tablet', 'mobile'];
const STATES = [null, 'TX', 'CA', 'IL', 'OH', 'WY'];
const DAY_MS = 86_400_000;

const below = (random, limit) => Math.floor(random() * limit);
const iso = (ms) => new Date(ms).toISOString().slice(0, 10);

/** Today, or up to two months late. */
const someDay = ({ random, now }) => iso(now - below(random, 60) * DAY_MS);
const someLead = ({ random, leads }) => pick(random, leads);
const campaignOf = ({ random, campaigns }, ownerKey) =>
  pick(random, ownerKey === undefined ? campaigns : campaigns.filter((campaign) => campaign.ownerKey === ownerKey));

const lead = ({ ownerKey, date, leadKey }) => [ownerKey, date, leadKey];
const THE_LEAD = 'owner_key = $1 and captured_date = $2 and lead_key = $3';

const EDITS = [
  {
    name: 'lead comes',
    weight: 16,
    async run(client, soak) {
      const { random } = soak;
      const { ownerKey, campaignKey } = campaignOf(soak);
      const day = someDay(soak);
      const status = pick(random, STATUSES);
      const { rows } = await client.query(
        `insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, partner_key, status, device, state, age,
                           client_price, media_price, unpaid, delivered_at)
         select c.owner_key, $3::date, 'L-soak' || gen_random_uuid(), $3::date + interval '15 hours', c.campaign_key, c.partner_key, $4, $5, $6, $7,
                coalesce(p.client_desktop, 0), coalesce(p.media_desktop, 0), $8, case when $4 = 'DLV' then $3::date + interval '16 hours' end
         from campaign c
         left join lateral (select * from campaign_price p where p.owner_key = c.owner_key and p.campaign_key = c.campaign_key
                            order by valid_from desc limit 1) p on true
         where c.owner_key = $1 and c.campaign_key = $2 returning lead_key`,
        [
          ownerKey,
          campaignKey,
          day,
          status,
          pick(random, DEVICES),
          pick(random, STATES),
          16 + below(random, 50),
          random() < 0.05,
        ],
      );
      return { made: { ownerKey, date: day, leadKey: rows[0].lead_key, own: true } };
    },
  },
  {
    name: 'status changes',
    weight: 18,
    async run(client, soak) {
      const one = someLead(soak);
      const status = pick(soak.random, STATUSES);
      await client.query(
        `update lead set status = $4, delivered_at = case when $4 in ('DLV', 'RTR', 'RTN') then coalesce(delivered_at, now()) end,
                returned_at = case when $4 = 'RTN' then now() end, row_version = row_version + 1 where ${THE_LEAD}`,
        [...lead(one), status],
      );
      await client.query(
        `insert into lead_status_change (owner_key, captured_date, lead_key, at, to_status) values ($1, $2, $3, now(), $4)`,
        [...lead(one), status],
      );
    },
  },
  {
    name: 'return approved',
    weight: 6,
    async run(client, soak) {
      const one = someLead(soak);
      const { rows } = await client.query(
        `update lead set status = 'RTN', returned_at = now() where ${THE_LEAD} and status in ('DLV', 'RTR')
         returning campaign_key, partner_key, client_price, media_price`,
        lead(one),
      );
      if (rows.length === 0) return;
      const [{ campaign_key: campaignKey, partner_key: partnerKey, client_price: price, media_price: media }] = rows;
      await client.query(
        `insert into lead_return (owner_key, captured_date, lead_key, partner_key, reason, requested_at, decision, decided_at)
         values ($1, $2, $3, $4, 'WRONG_NUMBER', now() - interval '2 days', 'APPROVED', now())`,
        [...lead(one), partnerKey],
      );
      // Its month may be closed: then one line stays where it was billed, and another credits it today.
      if (soak.random() < 0.5)
        await client.query(
          `insert into billing_adjustment (owner_key, day, campaign_key, for_month, lead_key, client_amount, media_amount, reason, cause, made_at)
           select $1, d.day, $4, date_trunc('month', $2::date), $3, d.sign * $5::numeric, d.sign * $6::numeric, 'soak', 'RETURN', now()
           from (values ($2::date, 1), (current_date, -1)) d (day, sign)`,
          [...lead(one), campaignKey, price, media],
        );
    },
  },
  {
    name: 'milestone set, moved or voided',
    weight: 18,
    async run(client, soak) {
      const one = someLead(soak);
      const stage = pick(soak.random, STAGES);
      const day = soak.random() < 0.3 ? null : someDay(soak);
      await client.query(`update lead set ${stage.toLowerCase()}_on = $4 where ${THE_LEAD}`, [...lead(one), day]);
      if (day === null)
        await client.query(`update lead_milestone set voided_at = now() where ${THE_LEAD} and code = $4`, [
          ...lead(one),
          stage,
        ]);
      else
        await client.query(
          `insert into lead_milestone (owner_key, captured_date, lead_key, code, happened_on, recorded_at) values ($1, $2, $3, $4, $5, now())
           on conflict do nothing`,
          [...lead(one), stage, day],
        );
    },
  },
  {
    name: 'amount sold',
    weight: 2,
    run: (client, soak) =>
      client.query(`update lead set sold_amount = $4, pitch_amount = $5 where ${THE_LEAD}`, [
        ...lead(someLead(soak)),
        soak.random() < 0.3 ? null : (soak.random() * 20_000).toFixed(2),
        (soak.random() * 900).toFixed(2),
      ]),
  },
  {
    name: 'price changes',
    weight: 4,
    run: (client, soak) =>
      client.query(
        `insert into campaign_price (owner_key, campaign_key, valid_from, client_desktop, media_desktop)
         values ($1, $2, clock_timestamp(), $3, $4) on conflict do nothing`,
        [
          ...Object.values(campaignOf(soak)).slice(0, 2),
          (20 + soak.random() * 90).toFixed(2),
          (10 + soak.random() * 60).toFixed(2),
        ],
      ),
  },
  {
    name: 'campaign moves to another goal',
    weight: 3,
    async run(client, soak) {
      const { ownerKey, campaignKey } = campaignOf(soak);
      await client.query(
        `update campaign set goal_key = (select goal_key from goal where owner_key = $1 order by md5(goal_key || $3) limit 1),
                row_version = row_version + 1 where owner_key = $1 and campaign_key = $2`,
        [ownerKey, campaignKey, String(soak.random())],
      );
    },
  },
  {
    name: 'lead moves to another campaign',
    weight: 6,
    async run(client, soak) {
      const one = someLead(soak);
      const { campaignKey, partnerKey } = campaignOf(soak, one.ownerKey);
      await client.query(`update lead set campaign_key = $4, partner_key = $5 where ${THE_LEAD}`, [
        ...lead(one),
        campaignKey,
        partnerKey,
      ]);
    },
  },
  {
    name: 'attributes corrected',
    weight: 6,
    run: (client, soak) =>
      client.query(`update lead set state = $4, age = $5, education = $6, grad_year = $7 where ${THE_LEAD}`, [
        ...lead(someLead(soak)),
        pick(soak.random, STATES),
        soak.random() < 0.3 ? null : 16 + below(soak.random, 50),
        pick(soak.random, [null, 'HSD', 'BACH']),
        1990 + below(soak.random, 30),
      ]),
  },
  {
    name: 'leads of a campaign at once',
    weight: 1,
    async run(client, soak) {
      const { ownerKey, campaignKey } = campaignOf(soak);
      await client.query(`update lead set unpaid = not unpaid, state = $3 where owner_key = $1 and campaign_key = $2`, [
        ownerKey,
        campaignKey,
        pick(soak.random, STATES),
      ]);
    },
  },
  {
    name: 'click comes',
    weight: 8,
    run: (client, soak) =>
      client.query(
        `insert into click (owner_key, campaign_key, clicked_date, clicked_at, status, device)
         select $1, $2, $3, now(), s, 'mobile' from unnest($4::int[]) s`,
        [
          ...Object.values(campaignOf(soak)).slice(0, 2),
          someDay(soak),
          Array.from({ length: 1 + below(soak.random, 5) }, () => pick(soak.random, [0, 0, 21])),
        ],
      ),
  },
  {
    name: 'clicks judged',
    weight: 3,
    run: (client, soak) =>
      client.query(`update click set status = $3 where owner_key = $1 and clicked_date = $2 and click_key % 5 = $4`, [
        campaignOf(soak).ownerKey,
        someDay(soak),
        pick(soak.random, [0, 23]),
        below(soak.random, 5),
      ]),
  },
  {
    name: 'platform row late or corrected',
    weight: 10,
    async run(client, soak) {
      const { ownerKey, platformKey, adGroupKey } = pick(soak.random, soak.adGroups);
      const cost = soak.random() * 300;
      await client.query(
        `insert into platform_day (owner_key, day, platform_campaign_key, ad_group_key, device, impressions, clicks, cost, client_cost, conversions)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (owner_key, day, platform_campaign_key, ad_group_key, device) do update set impressions = excluded.impressions,
           clicks = excluded.clicks, cost = excluded.cost, client_cost = excluded.client_cost, conversions = excluded.conversions`,
        [
          ownerKey,
          someDay(soak),
          platformKey,
          adGroupKey,
          pick(soak.random, DEVICES),
          below(soak.random, 9000),
          below(soak.random, 90),
          cost.toFixed(2),
          (cost * 1.1).toFixed(2),
          below(soak.random, 9),
        ],
      );
    },
  },
  {
    name: 'platform rows of a day taken away',
    weight: 2,
    async run(client, soak) {
      const { ownerKey, adGroupKey } = pick(soak.random, soak.adGroups);
      await client.query(`delete from platform_day where owner_key = $1 and ad_group_key = $2 and day = $3`, [
        ownerKey,
        adGroupKey,
        someDay(soak),
      ]);
    },
  },
  {
    name: 'keyword row late or corrected',
    weight: 8,
    async run(client, soak) {
      const { ownerKey, keywordKey } = pick(soak.random, soak.keywords);
      const cost = soak.random() * 90;
      await client.query(
        `insert into platform_keyword_day (owner_key, day, keyword_key, impressions, clicks, cost, client_cost, conversions)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (owner_key, day, keyword_key) do update set impressions = excluded.impressions, clicks = excluded.clicks,
           cost = excluded.cost, client_cost = excluded.client_cost, conversions = excluded.conversions`,
        [
          ownerKey,
          someDay(soak),
          keywordKey,
          below(soak.random, 900),
          below(soak.random, 30),
          cost.toFixed(2),
          (cost * 1.1).toFixed(2),
          below(soak.random, 4),
        ],
      );
    },
  },
  {
    name: 'keyword rows of a day taken away',
    weight: 2,
    run: (client, soak) =>
      client.query(`delete from platform_keyword_day where owner_key = $1 and day = $2 and keyword_key % 3 = $3`, [
        pick(soak.random, soak.keywords).ownerKey,
        someDay(soak),
        below(soak.random, 3),
      ]),
  },
  {
    name: 'platform campaign linked to another',
    weight: 1,
    async run(client, soak) {
      const { ownerKey, platformKey } = pick(soak.random, soak.adGroups);
      const to = soak.random() < 0.3 ? null : campaignOf(soak, ownerKey).campaignKey;
      await client.query(
        `update platform_campaign set campaign_key = $3 where owner_key = $1 and platform_campaign_key = $2`,
        [ownerKey, platformKey, to],
      );
    },
  },
  {
    name: 'email day',
    weight: 3,
    run: (client, soak) =>
      client.query(
        `insert into email_day (owner_key, campaign_key, day, sends, delivered, opens, clicks) values ($1, $2, $3, $4, $4, $5, $5)
         on conflict (owner_key, day, campaign_key) do update set sends = excluded.sends, opens = excluded.opens`,
        [
          ...Object.values(campaignOf(soak)).slice(0, 2),
          someDay(soak),
          below(soak.random, 5000),
          below(soak.random, 500),
        ],
      ),
  },
  {
    name: 'clicks kept as a count',
    weight: 2,
    byOwner: true,
    run: (client, soak) =>
      client.query(
        `with gone as (delete from click where owner_key = $1 and clicked_date = $2 returning campaign_key, status)
         insert into click_day as d (owner_key, day, campaign_key, clicks, refused)
         select $1, $2, campaign_key, count(*) filter (where status = 0), count(*) filter (where status <> 0) from gone group by 3 order by 3
         on conflict (owner_key, day, campaign_key) do update set clicks = d.clicks + excluded.clicks, refused = d.refused + excluded.refused`,
        [campaignOf(soak).ownerKey, someDay(soak)],
      ),
  },
  {
    name: 'lead deleted',
    weight: 2,
    byOwner: true,
    async run(client, soak) {
      const own = soak.leads.filter((one) => one.own);
      if (own.length === 0) return {};
      const gone = pick(soak.random, own);
      for (const table of ['lead_status_change', 'lead_milestone', 'lead_return', 'lead'])
        await client.query(`delete from ${table} where ${THE_LEAD}`, lead(gone));
      return { gone };
    },
  },
];

const total = EDITS.reduce((sum, { weight }) => sum + weight, 0);

/** An edit allowed for the role: the app's, or that of the tables' owner. */
export const drawEdit = (random, asOwner) => {
  for (;;) {
    let at = random() * total;
    const edit = EDITS.find(({ weight }) => (at -= weight) < 0) ?? EDITS[0];
    if (asOwner || !edit.byOwner) return edit;
  }
};

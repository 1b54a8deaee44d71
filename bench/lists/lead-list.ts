import { campaignListRowSchema, defineList, instant, key, listFilters } from '@paceline/contract';
import { is, isIn, within } from '@paceline/server/src/shared/lists/conditions.ts';
import { listOf } from '@paceline/server/src/shared/lists/list-of.ts';
import { sql } from 'kysely';

const { anyOf, days, exactText, keys } = listFilters;
/** Put together from a row of the contract's: the bench has no schemas of its own. */
const { vendor: words, customChannelName: maybeWords, monthlyBudget: amount } = campaignListRowSchema.shape;

/** The leads of an owner as a desk would list them: enough of a row to be a row. */
export const leadList = defineList({
  id: 'leadList',
  summary: 'The leads of a bench',
  path: '/{p}/lead/list',
  groups: ['ag'],
  permission: 'leadanalyzer:View',
  owner: { session: 'A bench.' },
  params: {},
  filters: {
    status: anyOf(['DLV', 'REJ', 'DUP', 'RTN']),
    captured: days(),
    campaign: keys(),
    publicId: exactText(),
  },
  columns: { publicId: { label: 'Lead', kind: 'text' } },
  sort: { by: ['createdAt', 'status', 'state', 'clientPrice', 'publicId'], first: '-createdAt' },
  key: 'leadKey',
  row: campaignListRowSchema.pick({ name: true }).extend({
    leadKey: key,
    publicId: words,
    createdAt: instant,
    status: words,
    state: maybeWords,
    clientPrice: amount,
    partnerName: maybeWords,
  }),
  total: { upTo: 10_000 },
});

const iso = sql`to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const leadRows = listOf(leadList, {
  from: sql`lead l`,
  owner: 'l.owner_key',
  key: 'l.lead_key',
  columns: {
    createdAt: 'l.created_at',
    status: 'l.status',
    state: { column: 'l.state', nullable: true },
    clientPrice: 'l.client_price',
    publicId: 'l.public_id',
  },
  filters: {
    status: isIn('l.status'),
    captured: within('l.captured_date'),
    campaign: isIn('l.campaign_key'),
    publicId: is('l.public_id'),
  },
  select: {
    leadKey: 'l.lead_key',
    publicId: 'l.public_id',
    createdAt: iso,
    status: 'l.status',
    state: 'l.state',
    clientPrice: sql`l.client_price::float8`,
    ownerKey: 'l.owner_key',
    campaignKey: 'l.campaign_key',
    partnerKey: 'l.partner_key',
  },
  join: {
    tables: sql`join campaign c on c.owner_key = page."ownerKey" and c.campaign_key = page."campaignKey"
      left join media_partner m on m.partner_key = page."partnerKey"`,
    select: { name: 'c.name', partnerName: 'm.name' },
  },
});

/** The same by hand: what somebody would write who has one list and knows what it is asked. */
export const BY_HAND = `
  select p."leadKey", p."publicId", p."createdAt", p.status, p.state, p."clientPrice", c.name, m.name as "partnerName"
  from (
    select l.lead_key as "leadKey", l.public_id as "publicId",
           to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", l.status, l.state,
           l.client_price::float8 as "clientPrice", l.owner_key, l.campaign_key, l.partner_key
    from lead l where {where} order by {order} limit 51
  ) p
  join campaign c on c.owner_key = p.owner_key and c.campaign_key = p.campaign_key
  left join media_partner m on m.partner_key = p.partner_key`;

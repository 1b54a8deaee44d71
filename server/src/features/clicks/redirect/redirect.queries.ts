import { sql } from 'kysely';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { type ClickCaps } from './decide-click.ts';
import { type Destination } from './target.rules.ts';
import { type LinkValues } from './visitor.rules.ts';

/** Where a campaign's clicks go, and the codes for its macros. */
export const getDestination = async (tx: Tx, ownerKey: number, campaignKey: number): Promise<Destination> => {
  const { rows } = await sql<Destination>`
    select c.client_code as "clientCampaignCode", p.code as "partnerCode", g.fallback_url as "fallbackUrl",
           (select coalesce(jsonb_agg(jsonb_build_object('url', t.url, 'device', t.device, 'isDefault', t.is_default)
              order by t.tracking_url_key), '[]')
            from tracking_url t
            where t.owner_key = c.owner_key and t.campaign_key = c.campaign_key and t.type = 'CLICK' and t.active) as urls
    from campaign c
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join media_partner p on p.partner_key = c.partner_key
    where c.owner_key = ${ownerKey} and c.campaign_key = ${campaignKey}
  `.execute(tx);
  if (rows[0] === undefined) throw new Error(`Campaign ${campaignKey} has no destination`);
  return rows[0];
};

/** Counts one use of a link by an address. */
interface Spending {
  key: string;
  most: number;
  ms: number;
}

/** A click as decided by a version of the rules. */
export interface NewClick {
  campaignKey: number;
  rulesVersion: number;
  today: string;
  month: string;
  weekFrom: string;
  clickId: string;
  statusCode: number;
  /** Null for a test click, whose visitor is not identified. */
  visitor: Buffer | null;
  sourceKey: number | null;
  values: LinkValues;
  device: string;
  country: string | null;
  state: string | null;
  referrer: string | null;
  target: string | null;
  fallback: string | null;
  goalKey: number;
  caps: ClickCaps;
}

/** The result, as returned by the function `app.store_click`. */
export type StoredClick =
  | { outcome: 'limited'; retryMs: number }
  | { outcome: 'unknown' }
  | { outcome: 'stale'; ownerKey: number; campaignKey: number }
  | { outcome: 'stored'; status: number; sentTo: string | null };

const VALUES = 32;
const STATEMENT = `select outcome, retry_ms as "retryMs", owner_key as "ownerKey", campaign_key as "campaignKey", status, sent_to as "sentTo"
  from app.store_click(${Array.from({ length: VALUES }, (_, index) => `$${index + 1}`).join(', ')})`;

const NOTHING: readonly null[] = Array.from({ length: VALUES - 5 }, () => null);
const orNull = (text: string): string | null => (text === '' ? null : text);

const valuesOf = (click: NewClick): unknown[] => {
  const { values, caps } = click;
  return [
    click.campaignKey,
    click.rulesVersion,
    click.today,
    click.month,
    click.weekFrom,
    click.clickId,
    click.statusCode,
    click.visitor,
    click.sourceKey,
    orNull(values.source),
    values.subs.map(orNull),
    orNull(values.txn),
    values.platformClick,
    click.device,
    click.country,
    click.state,
    click.referrer,
    click.target,
    click.fallback,
    caps.month,
    caps.week,
    caps.day,
    caps.hours,
    caps.hoursFrom,
    caps.source,
    click.goalKey,
    caps.goal,
  ];
};

/**
 * One round trip, durable before it answers. Without a click it only returns the link's owner. It runs before there is a scope: the link
 * alone decides the owner of the click.
 */
export const insertClick = async (
  db: Database,
  link: string,
  now: Date,
  spending: Spending | null,
  click: NewClick | null,
): Promise<StoredClick> => {
  const [stored] = await db.asNobody<StoredClick>({
    name: 'store_click',
    text: STATEMENT,
    values: [
      link,
      now,
      spending?.key ?? null,
      spending?.most ?? null,
      spending?.ms ?? null,
      ...(click === null ? NOTHING : valuesOf(click)),
    ],
  });
  if (stored === undefined) throw new Error('The click gave no row');
  return stored;
};

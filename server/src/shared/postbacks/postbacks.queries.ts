import { isDueLead, type LeadStatus, type PostbackTry } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

interface Postback {
  ownerKey: number;
  capturedDate: string;
  leadKey: number;
  postbackKey: number;
  status: LeadStatus;
  tries: number;
  /** Null: the URL was removed or disabled, or the person was erased. */
  url: string | null;
  /** Values of the URL's macros; missing ones are empty. */
  values: Readonly<Record<string, string>>;
}

type Row = Omit<Postback, 'values'> & {
  mediaPrice: string;
  unpaid: boolean;
  macros: Readonly<Record<string, string | null>>;
};

/**
 * A postback still claimed by a worker. The price is the partner's: 0 for a lead that does not count. The client's price is not read at
 * all.
 */
export const findPostback = async (
  tx: Tx,
  { ownerKey, postbackKey, worker }: { ownerKey: number; postbackKey: number; worker: string },
): Promise<Postback | undefined> => {
  const { rows } = await sql<Row>`
    select p.owner_key as "ownerKey", p.captured_date::text as "capturedDate", p.lead_key::int as "leadKey",
           p.postback_key::int as "postbackKey", p.status, p.tries, case when e.erased_at is null then u.url end as url, l.media_price::text as "mediaPrice", l.unpaid,
           jsonb_build_object(
             'cid', l.click_id, 'campaign_code', c.code, 'client_campaign_code', c.client_code, 'partner_code', m.code,
             'channel', c.channel, 'source', s.source_tag, 's1', l.sub_source, 'txn', l.transaction_id, 'device', l.device,
             'campus_code', k.code, 'program_code', g.code, 'ts', extract(epoch from p.changed_at)::bigint::text,
             'lead_id', l.public_id) as macros
    from lead_postback p
    join lead l on l.owner_key = p.owner_key and l.captured_date = p.captured_date and l.lead_key = p.lead_key
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    left join lead_person e on e.owner_key = l.owner_key and e.captured_date = l.captured_date and e.lead_key = l.lead_key
    left join tracking_url u on u.owner_key = p.owner_key and u.campaign_key = p.campaign_key
      and u.tracking_url_key = p.tracking_url_key and u.type = 'POSTBACK' and u.active
    left join media_partner m on m.partner_key = l.partner_key
    left join publisher_source s on s.publisher_source_key = l.publisher_source_key
    left join campus k on k.owner_key = l.owner_key and k.campus_key = l.campus_key
    left join program g on g.owner_key = l.owner_key and g.program_key = l.program_key
    where p.owner_key = ${ownerKey} and p.postback_key = ${postbackKey} and p.taken_by = ${worker} and p.done_at is null
    for update of p
  `.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { mediaPrice, unpaid, macros, ...postback } = row;
  const empty = { s2: '', s3: '', s4: '', s5: '' };
  const filled = Object.fromEntries(Object.entries(macros).map(([name, value]) => [name, value ?? '']));
  const price = isDueLead(postback.status, unpaid) ? mediaPrice : '0.00';
  return { ...postback, values: { ...empty, ...filled, status: postback.status, price } };
};

export interface ToldOnce {
  url: string;
  outcome: 'sent' | 'failed';
  httpStatus: number | null;
  durationMs: number;
  response: string;
}

/** Stores an attempt and the time of the next one, or the final result. */
export const storePostbackTry = async (
  tx: Tx,
  { ownerKey, capturedDate, leadKey, postbackKey, status, tries }: Postback,
  one: ToldOnce,
  now: Date,
  nextAt: Date | null,
): Promise<void> => {
  await sql`
    insert into lead_postback_try (owner_key, captured_date, lead_key, postback_key, attempt, at, status, url, outcome, http_status,
                                   duration_ms, response, next_at)
    values (${ownerKey}, ${capturedDate}, ${leadKey}, ${postbackKey}, ${tries + 1}, ${now}, ${status}, ${one.url}, ${one.outcome},
            ${one.httpStatus}, ${one.durationMs}, ${one.response}, ${nextAt})
  `.execute(tx);
  await sql`
    update lead_postback
    set tries = tries + 1, due_at = ${nextAt}, taken_by = null, taken_until = null,
        done_at = case when ${nextAt}::timestamptz is null then ${now}::timestamptz end,
        outcome = case when ${nextAt}::timestamptz is null then ${one.outcome} end
    where owner_key = ${ownerKey} and postback_key = ${postbackKey}
  `.execute(tx);
};

/** Drops a postback without a receiver. */
export const dropPostback = async (tx: Tx, { ownerKey, postbackKey }: Postback, now: Date): Promise<void> => {
  await sql`
    update lead_postback set done_at = ${now}, due_at = null, taken_by = null, taken_until = null, outcome = 'dropped'
    where owner_key = ${ownerKey} and postback_key = ${postbackKey}
  `.execute(tx);
};

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** All attempts to notify the partner's server of a lead, oldest first: for the lead's timeline. */
export const listPostbackTries = async (
  tx: Tx,
  ownerKey: number,
  { capturedDate, leadKey }: { capturedDate: string; leadKey: number },
): Promise<PostbackTry[]> => {
  const { rows } = await sql<PostbackTry>`
    select status, attempt, ${iso('at')} as at, outcome, http_status as "httpStatus", duration_ms as "durationMs", url, response,
           ${iso('next_at')} as "nextTryAt"
    from lead_postback_try
    where owner_key = ${ownerKey} and captured_date = ${capturedDate}::date and lead_key = ${leadKey}
    order by at, postback_key, attempt
  `.execute(tx);
  return rows;
};

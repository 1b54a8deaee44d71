import { type DeliverySettings, deliverySettingsSchema } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../src/db/scope/tx.ts';

interface StoredClient {
  ownerKey: number;
  clientKey: number;
  code: string;
  name: string;
  isHome: boolean;
}

/** Host names that nobody can register: nothing sent to them leaves this machine (`client-systems.ts` answers). */
export const hostOf = (code: string): string => `leads.${code.toLowerCase()}.example`;

const JSON_FIELDS = [
  { name: 'id', template: '{leadId}' },
  { name: 'person.first', template: '{firstName}' },
  { name: 'person.last', template: '{lastName}' },
  { name: 'person.email', template: '{email|lower}' },
  { name: 'person.phone', template: '{phone|digits}' },
  { name: 'person.zip', template: '{zip}' },
  { name: 'program', template: '{programCode}' },
  { name: 'campus', template: '{campusCode}' },
  { name: 'received', template: '{receivedAt}' },
  { name: 'consent.text', template: '{consentText}' },
  { name: 'consent.certificate', template: '{certificate}' },
];
const FORM_FIELDS = [
  { name: 'lead_id', template: '{leadId}' },
  { name: 'full_name', template: '{firstName} {lastName}' },
  { name: 'email', template: '{email}' },
  { name: 'phone', template: '{phone|digits}' },
  { name: 'zip', template: '{zip}' },
  { name: 'project', template: '{programCode}' },
  { name: 'source', template: '{campaignCode}' },
];

/** Delivery settings of each client: two thirds JSON, home improvement by form, one by XML, one with a missing credential. */
const settingsOf = ({ code, clientKey, isHome }: StoredClient): DeliverySettings =>
  deliverySettingsSchema.parse({
    method: isHome ? 'FORM' : clientKey % 5 === 0 ? 'XML' : 'JSON',
    url: `https://${hostOf(code)}/intake`,
    testUrl: `https://${hostOf(code)}/intake/test`,
    auth: code === 'CVU-GR' ? { kind: 'BEARER' } : { kind: 'NONE' },
    fields: isHome ? FORM_FIELDS : JSON_FIELDS,
    answers: {
      success: '"accepted": ?true',
      duplicate: '"reason": ?"duplicate"',
      rejects: [{ pattern: '"reason": ?"not_qualified"', reason: 'CLIENT_NOT_QUALIFIED' }],
      reference: '"id": ?"([^"]+)"',
    },
  });

/**
 * Creates an endpoint for every client of a demo, links the delivery attempts of the last weeks to it, and queues stuck leads. A demo
 * loaded before endpoints existed gets them at its next start; attempts generated later are linked then, too.
 */
export const writeEndpoints = async (tx: Tx, now: Date): Promise<void> => {
  const { rows } = await sql<StoredClient>`
    select c.owner_key as "ownerKey", c.client_key as "clientKey", c.code, c.name, v.name ilike '%home%' as "isHome"
    from client c join owner o using (owner_key) join vertical v using (vertical_key)
    where not exists (select from delivery_endpoint e where e.owner_key = c.owner_key and e.client_key = c.client_key)
    order by c.client_key
  `.execute(tx);
  const since = new Date(now.getTime() - 300 * 86_400_000);
  for (const client of rows) {
    await sql`
      insert into delivery_endpoint (owner_key, client_key, name, settings)
      values (${client.ownerKey}, ${client.clientKey}, ${`${client.name} CRM`}, ${JSON.stringify(settingsOf(client))})
    `.execute(tx);
  }
  await sql`
    update lead_delivery d
    set endpoint_key = e.endpoint_key, endpoint_version = 1, http_status = case
          when d.outcome <> 'failed' then 200 when d.response ~ '^[1-5][0-9]{2} ' then left(d.response, 3)::int end,
        duration_ms = case when d.reason = 'TIMEOUT' then 30000 else 90 + (d.lead_key * 37 % 61) * (d.lead_key * 11 % 13) end
    from lead l
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join delivery_endpoint e on e.owner_key = g.owner_key and e.client_key = g.client_key
    where l.owner_key = d.owner_key and l.captured_date = d.captured_date and l.lead_key = d.lead_key and d.endpoint_key is null
  `.execute(tx);
  if (rows.length === 0) return;
  await sql`
    insert into delivery_endpoint_version (owner_key, endpoint_key, version, name, settings, saved_at)
    select owner_key, endpoint_key, version, name, settings, ${since}::timestamptz from delivery_endpoint
  `.execute(tx);
  await sql`
    insert into delivery_task (owner_key, captured_date, lead_key, client_key, campus_key, endpoint_key, email_hash, phone_hash,
                               accepted_at, due_at, is_stuck, mapping_errors)
    select l.owner_key, l.captured_date, l.lead_key, g.client_key, l.campus_key, e.endpoint_key, p.email_hash, p.phone_hash,
           l.created_at, case when 'MAPPING_ERROR' = any (l.status_reasons) then null else t.next_at end, true,
           case when 'MAPPING_ERROR' = any (l.status_reasons) then 3 else 0 end
    from lead l
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join delivery_endpoint e on e.owner_key = g.owner_key and e.client_key = g.client_key
    left join lead_person p on p.owner_key = l.owner_key and p.captured_date = l.captured_date and p.lead_key = l.lead_key
    left join lateral (
      select d.next_at from lead_delivery d
      where d.owner_key = l.owner_key and d.captured_date = l.captured_date and d.lead_key = l.lead_key
      order by d.attempt desc limit 1) t on true
    where l.status = 'STK'
    on conflict (owner_key, lead_key) do nothing
  `.execute(tx);
  // An endpoint with waiting leads has failed often enough to open its circuit breaker.
  await sql`
    insert into delivery_health (owner_key, endpoint_key, failures_in_row, last_success_at, last_failure_at, last_reason, open_until)
    select e.owner_key, e.endpoint_key, coalesce(f.tries, 0), s.at, f.at, f.reason,
           case when f.tries >= 10 then ${now}::timestamptz + interval '9 minutes' end
    from delivery_endpoint e
    left join lateral (
      select max(d.at) as at from lead_delivery d
      where d.owner_key = e.owner_key and d.endpoint_key = e.endpoint_key and d.outcome <> 'failed') s on true
    left join lateral (
      select count(*)::int as tries, max(d.at) as at, max(d.reason) as reason from lead_delivery d
      where d.owner_key = e.owner_key and d.endpoint_key = e.endpoint_key and d.outcome = 'failed'
        and d.at > coalesce(s.at, '-infinity')) f on true
    on conflict (owner_key, endpoint_key) do nothing
  `.execute(tx);
};

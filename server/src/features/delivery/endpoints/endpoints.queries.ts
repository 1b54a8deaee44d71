import {
  type DeliveryEndpoint,
  type DeliverySettings,
  type DeliveryVersion,
  ENDPOINT_VERSIONS,
  settingsProblem,
  storedDeliverySettingsSchema,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Older versions lack newer settings and get their defaults. */
const withSettings = <Row extends { settings: unknown }>(row: Row) => ({
  ...row,
  settings: storedDeliverySettingsSchema.parse(row.settings),
});
const withProblem = <Row extends { settings: DeliverySettings }>(row: Row) => ({
  ...row,
  problem: settingsProblem(row.settings),
});

export const listEndpoints = async (
  tx: Tx,
  ownerKey: number,
  now: Date,
  endpointKey: number | null = null,
): Promise<DeliveryEndpoint[]> => {
  const since = new Date(now.getTime() - 24 * 3_600_000);
  const { rows } = await sql<Omit<DeliveryEndpoint, 'problem'>>`
    select e.endpoint_key as "endpointKey", e.client_key as "clientKey", c.name as "clientName", e.campus_key as "campusKey",
           k.name as "campusName", e.name, e.version, e.settings, ${iso('e.secret_set_at')} as "credentialSetAt",
           e.paused_at is not null as "isPaused", e.host_key as "hostKey",
           jsonb_build_object(
             'lastSuccessAt', ${iso('h.last_success_at')}, 'lastFailureAt', ${iso('h.last_failure_at')},
             'lastReason', h.last_reason, 'failuresInRow', coalesce(h.failures_in_row, 0),
             'openUntil', ${iso('h.open_until')},
             'tries', d.tries, 'p95Ms', d.p95, 'waiting', t.waiting) as health
    from delivery_endpoint e
    join client c on c.owner_key = e.owner_key and c.client_key = e.client_key
    left join campus k on k.owner_key = e.owner_key and k.campus_key = e.campus_key
    left join delivery_health h on h.owner_key = e.owner_key and h.endpoint_key = e.endpoint_key
    cross join lateral (
      select count(*)::int as tries, round(percentile_cont(0.95) within group (order by x.duration_ms))::int as p95
      from lead_delivery x where x.owner_key = e.owner_key and x.endpoint_key = e.endpoint_key and x.at > ${since}) d
    cross join lateral (
      select count(*)::int as waiting from delivery_task y
      where y.owner_key = e.owner_key and y.endpoint_key = e.endpoint_key and y.done_at is null) t
    where e.owner_key = ${ownerKey} and (${endpointKey}::int is null or e.endpoint_key = ${endpointKey})
    order by lower(c.name), e.endpoint_key
  `.execute(tx);
  return rows.map(withSettings).map(withProblem);
};

export const listVersions = async (tx: Tx, ownerKey: number, endpointKey: number): Promise<DeliveryVersion[]> => {
  const { rows } = await sql<DeliveryVersion>`
    select v.version, v.name, v.settings, nullif(concat_ws(' ', u.first_name, u.last_name), '') as "savedBy", ${iso('v.saved_at')} as "savedAt"
    from delivery_endpoint_version v left join user_account u on u.user_key = v.saved_by
    where v.owner_key = ${ownerKey} and v.endpoint_key = ${endpointKey} order by v.version desc limit ${ENDPOINT_VERSIONS}
  `.execute(tx);
  return rows.map(withSettings);
};

interface StoredEndpoint {
  endpointKey: number;
  clientKey: number;
  campusKey: number | null;
  name: string;
  version: number;
  settings: DeliverySettings;
  hasSecret: boolean;
}

export const lockEndpoint = async (
  tx: Tx,
  ownerKey: number,
  endpointKey: number,
): Promise<StoredEndpoint | undefined> => {
  const { rows } = await sql<StoredEndpoint>`
    select endpoint_key as "endpointKey", client_key as "clientKey", campus_key as "campusKey", name, version, settings,
           secret is not null as "hasSecret"
    from delivery_endpoint where owner_key = ${ownerKey} and endpoint_key = ${endpointKey} for update
  `.execute(tx);
  return rows.map(withSettings)[0];
};

/** Whether the client, and the campus if given, belong to the owner and to each other. */
export const hasPlace = async (
  tx: Tx,
  ownerKey: number,
  clientKey: number,
  campusKey: number | null,
): Promise<boolean> => {
  const { rows } = await sql`
    select from client c
    where c.owner_key = ${ownerKey} and c.client_key = ${clientKey} and (${campusKey}::int is null or exists (
      select from campus k join client_model m on m.owner_key = k.owner_key and m.client_model_key = k.client_model_key
      where k.owner_key = c.owner_key and k.campus_key = ${campusKey} and m.client_key = c.client_key))
  `.execute(tx);
  return rows.length > 0;
};

export const isTaken = async (
  tx: Tx,
  ownerKey: number,
  { clientKey, campusKey, except }: { clientKey: number; campusKey: number | null; except: number | null },
): Promise<boolean> => {
  const { rows } = await sql`
    select from delivery_endpoint
    where owner_key = ${ownerKey} and client_key = ${clientKey} and campus_key is not distinct from ${campusKey}
      and endpoint_key is distinct from ${except}
  `.execute(tx);
  return rows.length > 0;
};

type Saved = Pick<StoredEndpoint, 'clientKey' | 'campusKey' | 'name' | 'settings'>;

export const insertEndpoint = async (tx: Tx, ownerKey: number, saved: Saved): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into delivery_endpoint (owner_key, client_key, campus_key, name, version, settings)
    values (${ownerKey}, ${saved.clientKey}, ${saved.campusKey}, ${saved.name}, 0, ${JSON.stringify(saved.settings)})
    returning endpoint_key as key
  `.execute(tx);
  const endpointKey = rows[0]!.key;
  await sql`insert into delivery_health (owner_key, endpoint_key) values (${ownerKey}, ${endpointKey})`.execute(tx);
  return endpointKey;
};

export const updateEndpoint = async (
  tx: Tx,
  ownerKey: number,
  endpointKey: number,
  saved: Saved & { secret: Buffer | null | 'stays' },
  { userKey, at }: { userKey: number | null; at: Date },
): Promise<void> => {
  const { secret } = saved;
  const credential =
    secret === 'stays' ? sql`` : sql`, secret = ${secret}, secret_set_at = ${secret === null ? null : at}::timestamptz`;
  await sql`
    update delivery_endpoint
    set client_key = ${saved.clientKey}, campus_key = ${saved.campusKey}, name = ${saved.name},
        settings = ${JSON.stringify(saved.settings)}, version = version + 1 ${credential}
    where owner_key = ${ownerKey} and endpoint_key = ${endpointKey}
  `.execute(tx);
  await sql`
    insert into delivery_endpoint_version (owner_key, endpoint_key, version, name, settings, saved_by, saved_at)
    select owner_key, endpoint_key, version, name, settings, ${userKey}::int, ${at}::timestamptz
    from delivery_endpoint where owner_key = ${ownerKey} and endpoint_key = ${endpointKey}
  `.execute(tx);
};

export const setPaused = async (
  tx: Tx,
  ownerKey: number,
  endpointKey: number,
  { pausedAt, userKey }: { pausedAt: Date | null; userKey: number | null },
): Promise<void> => {
  await sql`
    update delivery_endpoint set paused_at = ${pausedAt}, paused_by = ${pausedAt === null ? null : userKey}
    where owner_key = ${ownerKey} and endpoint_key = ${endpointKey}
  `.execute(tx);
};

export const forgetHostKey = async (tx: Tx, ownerKey: number, endpointKey: number): Promise<void> => {
  await sql`
    update delivery_endpoint set host_key = null, host_key_at = null
    where owner_key = ${ownerKey} and endpoint_key = ${endpointKey}
  `.execute(tx);
};

import {
  type ClientCriteria,
  clientCriteriaSchema,
  type Replay,
  type ReplayHead,
  type ReplayResult,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

interface ReplayRow extends Omit<ReplayHead, 'startedAt' | 'finishedAt' | 'lost' | 'gained'> {
  clientKey: number;
  startedAt: Date;
  finishedAt: Date | null;
  body: unknown;
  result: ReplayResult | null;
}

const COLUMNS = sql`
  r.replay_key as "replayKey", r.client_key as "clientKey", r.base_version as "baseVersion", r.days, r.state,
  r.leads_done as "leadsDone", r.leads_total as "leadsTotal", r.created_at as "startedAt", r.finished_at as "finishedAt",
  r.body, concat_ws(' ', u.first_name, u.last_name) as "startedBy"`;

const headOf = ({ clientKey: _, body: __, result, startedAt, finishedAt, ...row }: ReplayRow): ReplayHead => ({
  ...row,
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
  lost: result?.lost ?? null,
  gained: result?.gained ?? null,
});

/** How many are listed; all are pruned in time. */
const MAX_LISTED = 20;

export const listReplays = async (tx: Tx, ownerKey: number, clientKey: number): Promise<ReplayHead[]> => {
  const { rows } = await sql<ReplayRow>`
    select ${COLUMNS}, jsonb_build_object('lost', r.result -> 'lost', 'gained', r.result -> 'gained') as result
    from criteria_replay r join user_account u on u.user_key = r.started_by
    where r.owner_key = ${ownerKey} and r.client_key = ${clientKey}
    order by r.replay_key desc limit ${MAX_LISTED}
  `.execute(tx);
  return rows.map(headOf);
};

export const findReplay = async (
  tx: Tx,
  ownerKey: number,
  replayKey: number,
): Promise<(Replay & { clientKey: number }) | undefined> => {
  const { rows } = await sql<ReplayRow>`
    select ${COLUMNS}, r.result from criteria_replay r join user_account u on u.user_key = r.started_by
    where r.owner_key = ${ownerKey} and r.replay_key = ${replayKey}
  `.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { lost: _, gained: __, ...head } = headOf(row);
  return {
    ...head,
    clientKey: row.clientKey,
    criteria: clientCriteriaSchema.parse(row.body),
    result: row.result && { ...row.result, percentMatured: row.result.percentMatured ?? null },
  };
};

export const insertReplay = async (
  tx: Tx,
  replay: {
    ownerKey: number;
    clientKey: number;
    baseVersion: number;
    criteria: ClientCriteria;
    days: number;
    by: number;
    at: Date;
  },
): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into criteria_replay (owner_key, client_key, base_version, body, days, started_by, created_at)
    values (${replay.ownerKey}, ${replay.clientKey}, ${replay.baseVersion}, ${JSON.stringify(replay.criteria)},
            ${replay.days}, ${replay.by}, ${replay.at})
    returning replay_key as key
  `.execute(tx);
  return rows[0]!.key;
};

/** False where it has finished already. */
export const updateCancelled = async (tx: Tx, ownerKey: number, replayKey: number, at: Date): Promise<boolean> => {
  const { rows } = await sql`
    update criteria_replay set state = 'cancelled', finished_at = ${at}
    where owner_key = ${ownerKey} and replay_key = ${replayKey} and state in ('queued', 'running') returning replay_key
  `.execute(tx);
  return rows.length > 0;
};

/** False where it was ended meanwhile. */
export const updateProgress = async (
  tx: Tx,
  ownerKey: number,
  replayKey: number,
  { done, total }: { done: number; total: number },
): Promise<boolean> => {
  const { rows } = await sql`
    update criteria_replay set state = 'running', leads_done = ${done}, leads_total = ${total}
    where owner_key = ${ownerKey} and replay_key = ${replayKey} and state in ('queued', 'running')
    returning replay_key
  `.execute(tx);
  return rows.length > 0;
};

export const finishReplay = async (
  tx: Tx,
  ownerKey: number,
  replayKey: number,
  { result, at }: { result: ReplayResult | null; at: Date },
): Promise<void> => {
  await sql`
    update criteria_replay
    set state = ${result === null ? 'failed' : 'done'}, result = ${result === null ? null : JSON.stringify(result)}::jsonb,
        leads_done = coalesce(leads_total, leads_done), finished_at = ${at}
    where owner_key = ${ownerKey} and replay_key = ${replayKey} and state in ('queued', 'running')
  `.execute(tx);
};

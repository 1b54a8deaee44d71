import { type ForecastRun, type ForecastRunState } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Asked } from './build-lines.ts';

interface RunQuestion extends Asked {
  lineItems: string[];
}

const RUN = sql`
  r.run_key as "runKey", r.state, r.lines, r.lines_done as "linesDone", r.failure,
  u.first_name || ' ' || u.last_name as "askedBy",
  to_char(r.asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "askedAt"`;

/** The newest build, whatever its state. */
export const findLastRun = async (tx: Tx, ownerKey: number): Promise<ForecastRun | null> => {
  const { rows } = await sql<ForecastRun>`
    select ${RUN} from forecast_run r left join user_account u on u.user_key = r.asked_by
    where r.owner_key = ${ownerKey} order by r.run_key desc limit 1
  `.execute(tx);
  return rows[0] ?? null;
};

export const findRun = async (tx: Tx, ownerKey: number, runKey: number): Promise<ForecastRun | null> => {
  const { rows } = await sql<ForecastRun>`
    select ${RUN} from forecast_run r left join user_account u on u.user_key = r.asked_by
    where r.owner_key = ${ownerKey} and r.run_key = ${runKey}
  `.execute(tx);
  return rows[0] ?? null;
};

/** The question of a build that waits or runs, and its owner and user. */
export const findOpenQuestion = async (
  tx: Tx,
  ownerKey: number,
  runKey: number,
): Promise<{ question: RunQuestion; userKey: number | null } | null> => {
  const { rows } = await sql<{ question: RunQuestion; userKey: number | null }>`
    select question, asked_by as "userKey" from forecast_run
    where owner_key = ${ownerKey} and run_key = ${runKey} and state in ('queued', 'running')
  `.execute(tx);
  return rows[0] ?? null;
};

/** Null where a build is under way. */
export const insertRun = async (
  tx: Tx,
  ownerKey: number,
  { question, by, at }: { question: RunQuestion; by: number | null; at: Date },
): Promise<number | null> => {
  const { rows } = await sql<{ runKey: number }>`
    insert into forecast_run (owner_key, question, lines, asked_by, asked_at)
    values (${ownerKey}, ${JSON.stringify(question)}::jsonb, ${question.lineItems.length}, ${by}, ${at})
    on conflict (owner_key) where state in ('queued', 'running') do nothing
    returning run_key as "runKey"
  `.execute(tx);
  return rows[0]?.runKey ?? null;
};

/** False where it was cancelled. */
export const updateProgress = async (tx: Tx, ownerKey: number, runKey: number, done: number): Promise<boolean> => {
  const { rows } = await sql`
    update forecast_run set state = 'running', lines_done = ${done}
    where owner_key = ${ownerKey} and run_key = ${runKey} and state in ('queued', 'running') returning 1
  `.execute(tx);
  return rows.length > 0;
};

export const updateEnded = async (
  tx: Tx,
  ownerKey: number,
  runKey: number,
  { state, failure = null, at }: { state: ForecastRunState; failure?: string | null; at: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    update forecast_run set state = ${state}, failure = ${failure}, ended_at = ${at}
    where owner_key = ${ownerKey} and run_key = ${runKey} and state in ('queued', 'running') returning 1
  `.execute(tx);
  return rows.length > 0;
};

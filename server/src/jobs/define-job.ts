import { sql } from 'kysely';
import { type z } from 'zod';
import { type Database, type Tx } from '../db/scope/tx.ts';
import { type Clock } from '../lib/clock.ts';

/** A job is a name and a payload schema. A payload holds keys only: the data is read when the job runs. */
interface JobDefinition<Payload extends z.ZodType> {
  name: string;
  payload: Payload;
}

export interface JobDeps {
  db: Database;
  clock: Clock;
}

export interface Job {
  name: string;
  run: (payload: unknown) => Promise<void>;
}

export const defineJob = <Payload extends z.ZodType>(definition: JobDefinition<Payload>): JobDefinition<Payload> =>
  definition;

/** Binds a job to its handler. Handlers must be idempotent: a worker can die after the work and before reporting it. */
export const handleJob = <Payload extends z.ZodType>(
  { name, payload }: JobDefinition<Payload>,
  handle: (payload: z.output<Payload>) => Promise<void>,
): Job => ({ name, run: (data) => handle(payload.parse(data)) });

/** Adds a job in the transaction that causes it: on rollback the job never existed. */
export const addJob = async <Payload extends z.ZodType>(
  tx: Tx,
  { name }: JobDefinition<Payload>,
  payload: z.input<Payload>,
  { key = null, runAt = null }: { key?: string | null; runAt?: Date | null } = {},
): Promise<void> => {
  await sql`select app.add_job(${name}, ${JSON.stringify(payload)}::json, ${key}, ${runAt})`.execute(tx);
};

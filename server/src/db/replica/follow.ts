import { setTimeout as wait } from 'node:timers/promises';
import { type Database } from '../scope/tx.ts';
import { createPool } from '../connection/pool.ts';
import { createLag, type Position, readPosition } from './position.rules.ts';

/** Whether the replica can be used at this moment, and why not. */
export type ReplicaState =
  | { state: 'used'; lagMs: number }
  /** It replicates, but lags too far behind to wait for it. */
  | { state: 'late'; lagMs: number }
  | { state: 'away'; reason: string };

export interface FollowOptions {
  primary: Pick<Database, 'asNobody'>;
  /** The app role's connection URL for the replica. */
  url: string;
  patient: boolean;
  /** Called on every change of the state. */
  onState: (state: ReplicaState) => void;
  /** Polling interval. */
  lookMs?: number;
  /** Above this lag readers do not wait for it. */
  lateMs?: number;
  /** Maximum time a reader waits for it. */
  waitMs?: number;
}

export interface Follower {
  /**
   * Whether the replica has everything that was stored before this call; waits a moment for it. Long reads go there only where the primary
   * keeps the rows that they read.
   */
  hasCaughtUp(options?: { forLong: boolean }): Promise<boolean>;
  /** Reports a failure caused by the replica: it is not used until it was checked again. */
  failed(error: Error): void;
  readonly state: ReplicaState;
  close(): Promise<void>;
}

const LOOK_MS = 1_000;
const LATE_MS = 5_000;
const WAIT_MS = 500;
/** Polling interval while a reader waits. */
const ASK_MS = 10;

/** Everything acknowledged as stored is on disk up to this position. */
const PRIMARY = {
  name: 'primary_position',
  text: 'select pg_current_wal_flush_lsn()::text as position, system_identifier::text as system from pg_control_system()',
  values: [],
};
const REPLICA = `
  select pg_last_wal_replay_lsn()::text as position, pg_is_in_recovery() as "isReplica", c.system_identifier::text as system,
         r.rolsuper or r.rolbypassrls as "passesPolicies", current_setting('hot_standby_feedback')::boolean as "keepsRows"
  from pg_control_system() c, pg_roles r where r.rolname = current_user`;

interface PrimaryRow {
  position: string;
  system: string;
}
interface ReplicaRow {
  position: string | null;
  isReplica: boolean;
  system: string;
  passesPolicies: boolean;
  /** Otherwise vacuum on the primary cancels long reads on the replica. */
  keepsRows: boolean;
}

/** Why the replica must not be read, whatever its position. */
const unfit = (row: ReplicaRow, primary: PrimaryRow): string | null => {
  if (row.system !== primary.system) return 'it is a copy of another database';
  if (!row.isReplica) return 'it does not follow: it was made a primary of its own';
  if (row.passesPolicies) return 'its user may pass row-level security: connect as paceline_app';
  return row.position === null ? 'it has not replayed anything yet' : null;
};

/** Polls the replica continuously, and more often while readers wait for it. */
export const followReplica = ({
  primary,
  url,
  patient,
  onState,
  lookMs = LOOK_MS,
  lateMs = LATE_MS,
  waitMs = WAIT_MS,
}: FollowOptions): Follower => {
  // A connection of its own: reports that fill the pool must not make the replica look late.
  const pool = createPool({ url, max: 1, name: 'paceline-replica', statementTimeoutMs: patient ? 0 : 5_000 });
  const closed = new AbortController();
  let current: ReplicaState = { state: 'away', reason: 'it was not looked at yet' };
  let keepsRows = false;
  let lag = createLag();

  const become = (next: ReplicaState): void => {
    const isNew = next.state !== current.state;
    current = next;
    if (isNew) onState(next);
  };
  const askPrimary = async (): Promise<PrimaryRow> => {
    const [row] = await primary.asNobody<PrimaryRow>(PRIMARY);
    if (row === undefined) throw new Error('The primary tells no position');
    return row;
  };
  const askReplica = async (): Promise<ReplicaRow> => {
    // A hung server would never answer without a timeout.
    const limit = patient ? {} : { query_timeout: lateMs };
    const { rows } = await pool.query<ReplicaRow>({ text: REPLICA, ...limit });
    if (rows[0] === undefined) throw new Error('The replica tells no position');
    return rows[0];
  };

  const look = async (): Promise<void> => {
    const before = await askPrimary();
    const answer = await askReplica().catch((error: Error) => error.message || 'it does not answer');
    const reason = typeof answer === 'string' ? answer : unfit(answer, before);
    if (reason !== null || typeof answer === 'string') {
      lag = createLag();
      return become({ state: 'away', reason: reason ?? '' });
    }
    keepsRows = answer.keepsRows;
    const lagMs = lag.note(readPosition(before.position), readPosition(answer.position ?? '0/0'), performance.now());
    become({ state: lagMs > lateMs ? 'late' : 'used', lagMs });
  };
  const keepLooking = async (): Promise<void> => {
    while (!closed.signal.aborted) {
      // Without a primary nothing can be served anyway.
      await look().catch(() => undefined);
      await wait(lookMs, undefined, { signal: closed.signal }).catch(() => undefined);
    }
  };
  const looking = keepLooking();

  const waiting = new Set<{ position: Position; resolve: (hasIt: boolean) => void }>();
  let following: Promise<void> | null = null;
  const answerAll = (hasIt: (position: Position) => boolean | null): void => {
    for (const one of waiting) {
      const answer = hasIt(one.position);
      if (answer === null) continue;
      waiting.delete(one);
      one.resolve(answer);
    }
  };
  /** One polling loop for all waiting readers. */
  const follow = async (): Promise<void> => {
    while (waiting.size > 0 && !closed.signal.aborted) {
      try {
        const { position, isReplica } = await askReplica();
        const reached = isReplica && position !== null ? readPosition(position) : -1n;
        answerAll((wanted) => reached >= wanted || null);
      } catch (error) {
        become({ state: 'away', reason: (error as Error).message });
        answerAll(() => false);
      }
      if (waiting.size > 0) await wait(ASK_MS, undefined, { signal: closed.signal }).catch(() => undefined);
    }
    answerAll(() => false);
    following = null;
  };
  const waitFor = (position: Position): Promise<boolean> =>
    new Promise((resolve) => {
      const one = { position, resolve: (hasIt: boolean): void => (clearTimeout(limit), resolve(hasIt)) };
      const limit = setTimeout(() => (waiting.delete(one), resolve(false)), waitMs);
      waiting.add(one);
      following ??= follow();
    });

  return {
    async hasCaughtUp({ forLong } = { forLong: false }) {
      if (current.state !== 'used' || closed.signal.aborted || (forLong && !keepsRows)) return false;
      const { position } = await askPrimary();
      return waitFor(readPosition(position));
    },
    failed: ({ message }) => become({ state: 'away', reason: message }),
    get state() {
      return current;
    },
    async close() {
      closed.abort();
      await Promise.all([looking, following]);
      await pool.end();
    },
  };
};

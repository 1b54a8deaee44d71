import { isLost } from '../connection/lost-connection.ts';
import { type Database, openDatabase } from '../scope/tx.ts';
import { type Follower, followReplica, type FollowOptions, type ReplicaState } from './follow.ts';

export interface ReportsDatabase {
  /**
   * Reads at the replica while it has what was stored before it was asked, and at the primary otherwise, over these connections;
   * all else at the primary.
   */
  over(primary: Database): Database;
  readonly state: ReplicaState;
  close(): Promise<void>;
}

interface ReportsOptions extends FollowOptions {
  /** How many connections. */
  max: number;
}

/** A statement that stood in the way of what is replayed, or that no replica can run. */
const REPLICAS_OWN = new Set(['40001', '40P01', '25006', '55000']);

const isReplicasFault = (error: unknown): error is Error =>
  error instanceof Error && (isLost(error) || REPLICAS_OWN.has((error as { code?: string }).code ?? ''));

/** Begins at the replica where that may be; what fails there before its first piece begins again at the primary. */
const streamed = async function* <Piece>(
  { primary, replica, follower }: { primary: Database; replica: Database; follower: Follower },
  stream: (db: Database) => AsyncGenerator<Piece, void>,
): AsyncGenerator<Piece, void> {
  if (await follower.hasCaughtUp({ forLong: true })) {
    let hasBegun = false;
    try {
      for await (const piece of stream(replica)) {
        hasBegun = true;
        yield piece;
      }
      return;
    } catch (error) {
      if (!isReplicasFault(error)) throw error;
      if (isLost(error)) follower.failed(error);
      // What was told already is of the replica's moment: the rest of another one would not fit.
      if (hasBegun) throw error;
    }
  }
  yield* stream(primary);
};

export const openReportsDatabase = ({ max, ...options }: ReportsOptions): ReportsDatabase => {
  const replica = openDatabase(options.url, max, { patient: options.patient });
  const follower = followReplica(options);
  return {
    over(primary) {
      const places = { primary, replica, follower };
      return {
        ...primary,
        async readScope(scope, work, own) {
          if (await follower.hasCaughtUp()) {
            try {
              return await replica.readScope(scope, work, own);
            } catch (error) {
              if (!isReplicasFault(error)) throw error;
              if (isLost(error)) follower.failed(error);
            }
          }
          return primary.readScope(scope, work, own);
        },
        streamScope: (scope, query, own) => streamed(places, (at) => at.streamScope(scope, query, own)),
        streamWork: (scope, work, own) => streamed(places, (at) => at.streamWork(scope, work, own)),
        streamInThread: (scope, work, own) => streamed(places, (at) => at.streamInThread(scope, work, own)),
      };
    },
    get state() {
      return follower.state;
    },
    async close() {
      await follower.close();
      await replica.close();
    },
  };
};

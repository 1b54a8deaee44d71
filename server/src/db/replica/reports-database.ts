import { isLost } from '../connection/lost-connection.ts';
import { type Database, openDatabase } from '../scope/tx.ts';
import { type Follower, followReplica, type FollowOptions, type ReplicaState } from './follow.ts';

export interface ReportsDatabase {
  /**
   * Reads from the replica while it has everything stored before the call, and from the primary otherwise, over these connections;
   * everything else goes to the primary.
   */
  over(primary: Database): Database;
  readonly state: ReplicaState;
  close(): Promise<void>;
}

interface ReportsOptions extends FollowOptions {
  /** Maximum number of connections. */
  max: number;
}

/** SQLSTATEs of a statement that conflicted with replay, or that no replica can run. */
const REPLICAS_OWN = new Set(['40001', '40P01', '25006', '55000']);

const isReplicasFault = (error: unknown): error is Error =>
  error instanceof Error && (isLost(error) || REPLICAS_OWN.has((error as { code?: string }).code ?? ''));

/** Starts on the replica where possible; a failure before the first piece restarts on the primary. */
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
      // Pieces already sent are from the replica's snapshot: the rest of another snapshot would not match.
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

import { type FastifyBaseLogger } from 'fastify';
import { type ClusterFeed, FEED_BATCH } from '../db/facts/cluster-feed.ts';
import { repeat, type Repeated } from './repeat.ts';

/** Reports include waiting changes, so they may wait; few large batches cost the cluster less than many small ones. */
const PAUSE_MS = 10_000;

interface Feeding {
  feed: ClusterFeed;
  log: FastifyBaseLogger;
}

const tellFailure = async ({ feed, log }: Feeding, err: unknown): Promise<void> => {
  const position = await feed.position().catch(() => null);
  log.error({ err, position }, 'feeding the report cluster failed');
};

/** Feeds changes to the report cluster, after the initial fill; progress is logged. */
export const startFeeding = ({ feed, log }: Feeding): Repeated =>
  repeat(
    async () => {
      const rows = await feed.feed();
      if (rows > 0) log.info({ rows, position: await feed.position() }, 'the report cluster was fed');
      return rows < FEED_BATCH ? PAUSE_MS : 0;
    },
    (error) => void tellFailure({ feed, log }, error),
  );

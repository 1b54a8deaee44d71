import { type Cluster, openCluster } from '@paceline/server/src/cluster/index.ts';
import { endClusterFeed, openClusterFeed } from '@paceline/server/src/db/facts/cluster-feed.ts';
import { setReportCluster } from '@paceline/server/src/metrics/report/report-cluster.ts';

interface FilledCluster {
  /** What the work answers while reports may go to the cluster, and whether one did. */
  ask<T>(work: () => Promise<T>): Promise<{ answer: T; isFromCluster: boolean }>;
  close(): Promise<void>;
}

const countReads = (cluster: Cluster, onRead: () => void): Cluster => ({
  ...cluster,
  shards: cluster.shards.map((shard) => ({
    ...shard,
    replicas: shard.replicas.map((node) => ({
      ...node,
      ask: async (statement, asking) => {
        const text = await node.ask(statement, asking);
        if (statement.includes('JSONEachRow')) onRead();
        return text;
      },
    })),
  })),
});

/** The report cluster at these addresses, with every row that the store has. Afterwards the store notes nothing for it. */
export const fillCluster = async (ownerUrl: string, addresses: string): Promise<FilledCluster> => {
  let reads = 0;
  const cluster = countReads(openCluster(addresses), () => (reads += 1));
  const feed = openClusterFeed(ownerUrl, cluster);
  const started = performance.now();
  const rows = await feed.feed();
  const seconds = (performance.now() - started) / 1000;
  console.log(`The cluster has ${rows} rows after ${seconds.toFixed(0)} s, ${(rows / seconds).toFixed(0)} a second.`);
  return {
    async ask(work) {
      const before = reads;
      setReportCluster(cluster);
      try {
        return { answer: await work(), isFromCluster: reads > before };
      } finally {
        setReportCluster(null);
      }
    },
    async close() {
      await feed.close();
      await endClusterFeed(ownerUrl);
    },
  };
};

import { createHash } from 'node:crypto';
import { countMarks, FACT_SHAPE } from './statements.rules.ts';

/** Reasons why the cluster does not answer, for screens. */
export type ClusterTrouble = 'away' | 'behind' | 'filling';

export class ClusterError extends Error {
  override readonly name = 'ClusterError';
  readonly trouble: ClusterTrouble;

  constructor(trouble: ClusterTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}

interface Asking {
  timeoutMs?: number;
  body?: Buffer;
}

/** One server, queried over plain HTTP. */
export interface ClusterNode {
  /** Name for logs, without credentials. */
  name: string;
  /** Resolves to the complete answer. Fails if the server fails part of the way. */
  ask(statement: string, asking?: Asking): Promise<string>;
  /** Whether it failed a moment ago: other servers are tried first. */
  isAvoided(): boolean;
}

/** Replicas are tried one after the other, within the minute a transaction may wait. */
const ASK_MS = 15_000;
const AVOID_MS = 10_000;
/** In bytes: a statement may contain the lead weights of each campaign and month. */
const LONGEST_STATEMENT = String(32 * 1024 * 1024);

const openNode = (address: string): ClusterNode => {
  const url = new URL(address);
  const headers =
    url.username === ''
      ? {}
      : {
          authorization: `Basic ${Buffer.from(decodeURIComponent(`${url.username}:${url.password}`)).toString('base64')}`,
        };
  const database = url.pathname.slice(1) || 'default';
  let failedAt: number | null = null;
  return {
    name: `${url.host}/${database}`,
    isAvoided: () => failedAt !== null && performance.now() - failedAt < AVOID_MS,
    async ask(statement, { timeoutMs = ASK_MS, body } = {}) {
      // Without it, an error after the first rows would be sent as the last row.
      const settings = new URLSearchParams({ database, wait_end_of_query: '1', max_query_size: LONGEST_STATEMENT });
      if (body !== undefined) settings.set('query', statement);
      try {
        const response = await fetch(`${url.origin}/?${settings}`, {
          method: 'POST',
          headers,
          body: body === undefined ? statement : new Uint8Array(body),
          signal: AbortSignal.timeout(timeoutMs),
        });
        const text = await response.text();
        if (!response.ok) throw new ClusterError('away', `${url.host}: ${text.slice(0, 500)}`);
        failedAt = null;
        return text;
      } catch (error) {
        failedAt = performance.now();
        if (error instanceof ClusterError) throw error;
        throw new ClusterError('away', `${url.host} does not answer`, { cause: error });
      }
    },
  };
};

/** Replicas with the same rows. */
export interface Shard {
  replicas: readonly ClusterNode[];
  isReplicated: boolean;
}

export interface Cluster {
  shards: readonly Shard[];
  /** Identifies the distribution of rows over servers and their columns: rows loaded under another layout are not used. */
  layout: string;
}

export const layoutOf = (servers: string): string =>
  `${servers} ${createHash('sha256').update(FACT_SHAPE).digest('hex').slice(0, 12)}`;

/** Commas separate shards, bars the replicas of a shard: `http://a:8123|http://b:8123,http://c:8123|http://d:8123`. */
export const openCluster = (addresses: string): Cluster => {
  const shards = addresses.split(',').map((shard): Shard => {
    const replicas = shard.split('|').map((address) => openNode(address.trim()));
    return { replicas, isReplicated: replicas.length > 1 };
  });
  return {
    shards,
    layout: layoutOf(shards.map(({ replicas }) => replicas.map(({ name }) => name).join('|')).join(',')),
  };
};

/** Replicas in order of preference, those that failed a moment ago last. */
const inOrder = ({ replicas }: Shard): ClusterNode[] => [
  ...replicas.filter((node) => !node.isAvoided()),
  ...replicas.filter((node) => node.isAvoided()),
];

export const onOneOf = async <T>(shard: Shard, work: (node: ClusterNode) => Promise<T>): Promise<T> => {
  let last: unknown;
  let isBehind = false;
  for (const node of inOrder(shard))
    try {
      return await work(node);
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      isBehind ||= error.trouble === 'behind';
      last = error;
    }
  throw new ClusterError(isBehind ? 'behind' : 'away', 'No copy of a shard answers', { cause: last });
};

const CHECK_MS = 3_000;

const assertBlocks = async (node: ClusterNode, epoch: string, blocks: number): Promise<void> => {
  const markCount = Number(await node.ask(countMarks(epoch), { timeoutMs: CHECK_MS }));
  if (markCount !== blocks) throw new ClusterError('behind', `${node.name} has ${markCount} blocks and not ${blocks}`);
};

/**
 * Answer of a replica that has exactly these blocks. A replica that missed some was down for a while; one with more would count facts
 * twice, here and among those still waiting to be loaded.
 */
export const readShard = (shard: Shard, epoch: string, blocks: number, statement: string): Promise<string> =>
  onOneOf(shard, async (node) => {
    await assertBlocks(node, epoch, blocks);
    const text = await node.ask(statement);
    await assertBlocks(node, epoch, blocks);
    return text;
  });

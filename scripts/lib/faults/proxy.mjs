import net from 'node:net';

/**
 * A proxy to a local port that can go dead: nothing is forwarded, and neither side is notified. After it is restored, new connections work;
 * earlier ones stay dead, as behind a router that has lost its state.
 */
export const openProxy = async (targetPort) => {
  const pairs = new Set();
  let isDead = false;
  const server = net.createServer((near) => {
    const pair = { near, far: isDead ? null : net.connect(targetPort, '127.0.0.1'), isDead };
    pairs.add(pair);
    const carry = (from, to) => from?.on('data', (bytes) => !pair.isDead && to.write(bytes));
    carry(near, pair.far);
    carry(pair.far, near);
    const end = (self, other) => {
      self?.on('error', () => undefined);
      self?.on('close', () => {
        if (!isDead) other?.destroy();
        if (near.destroyed && (pair.far?.destroyed ?? true)) pairs.delete(pair);
      });
    };
    // A dead proxy discards bytes, also on connections that were never established.
    if (pair.far === null) near.resume();
    end(near, pair.far);
    end(pair.far, near);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  return {
    port: /** @type {import('node:net').AddressInfo} */ (server.address()).port,
    cut: () => {
      isDead = true;
      for (const pair of pairs) pair.isDead = true;
    },
    mend: () => {
      isDead = false;
      // A side that writes to a closed one is notified now.
      for (const { near, far } of pairs) if (near.destroyed) far?.destroy();
    },
    close: async () => {
      for (const { near, far } of pairs) for (const socket of [near, far]) socket?.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

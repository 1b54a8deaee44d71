import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often it looks at `/readyz`. */
const LOOK_MS = 300;

/**
 * What stands in front of several servers: it sends requests in turns to those that say they are ready, over connections that it
 * keeps. Only what no server has seen, because none took the connection, is sent to the next one.
 */
export const openBalancer = async (ports) => {
  const agent = new http.Agent({ keepAlive: true });
  const servers = ports.map((port) => ({ port, isReady: false, served: 0 }));
  const state = { stopped: false, turn: 0 };

  const look = async (server) => {
    const { ok } = await fetch(`http://127.0.0.1:${server.port}/readyz`, {
      signal: AbortSignal.timeout(30_000),
      headers: { connection: 'close' },
    }).catch(() => ({ ok: false }));
    server.isReady = ok;
  };
  const watch = async (server) => {
    while (!state.stopped) {
      await look(server);
      await sleep(LOOK_MS);
    }
  };
  const watching = servers.map(watch);

  const choose = (tried) => {
    const ready = servers.filter((server) => server.isReady && !tried.has(server));
    state.turn += 1;
    return ready[state.turn % ready.length];
  };

  const forward = (server, { method, url, headers }, body, response) =>
    new Promise((resolve, reject) => {
      const request = http.request({ agent, host: '127.0.0.1', port: server.port, method, path: url, headers });
      request.once('error', reject);
      response.once('close', () => request.destroy());
      request.once('response', (answer) => {
        server.served += 1;
        const { connection: _, ...kept } = answer.headers;
        response.writeHead(answer.statusCode, kept);
        answer.pipe(response);
        answer.once('end', resolve).once('error', reject);
      });
      request.end(body);
    });

  const serve = async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const tried = new Set();
    for (let server = choose(tried); server !== undefined; server = choose(tried)) {
      try {
        return await forward(server, request, Buffer.concat(parts), response);
      } catch (error) {
        if (error.code !== 'ECONNREFUSED') break;
        tried.add(server);
      }
    }
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end('{}');
  };

  const proxy = http.createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  // Its own clients stay for as long as they like: what is looked at is the way behind it.
  proxy.keepAliveTimeout = 0;
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${proxy.address().port}`,
    servers,
    close: async () => {
      state.stopped = true;
      await Promise.all(watching);
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      agent.destroy();
    },
  };
};

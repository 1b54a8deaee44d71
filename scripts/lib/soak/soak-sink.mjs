import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const SLOW_MS = 60_000;

const listen = (server) =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`));
  });

const bodyOf = async (request) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
};

const accept = (response) => response.end('{"accepted":true}');

/** How each path answers while it is sick; `takes` where the lead has arrived although its sender gets no answer. */
const SICK = {
  '/down': { answer: (response) => response.writeHead(500).end('pool full') },
  '/slow': {
    takes: true,
    answer: (response, { held: waiting }) => {
      waiting.push(() => accept(response));
      setTimeout(() => accept(response), SLOW_MS).unref();
    },
  },
  '/half': {
    takes: true,
    answer: (response) => void response.writeHead(200, { 'content-length': '100' }).write('{"acc'),
  },
  '/redirect': { answer: (response, { trap }) => response.writeHead(302, { location: `${trap}/trap` }).end() },
};

/** Local stand-ins for clients' systems, each with a path; they remember accepted leads by idempotency key. */
export const openSink = async ({ random }) => {
  const sink = {
    /** Every request: path, key, body and time. */
    received: /** @type {{ path: string, key: unknown, body: string, at: number }[]} */ ([]),
    /** Accepted leads: a repeated key changes nothing. */
    taken: new Map(),
    /** Keys that came with two different bodies. */
    mixedUp: 0,
    trapped: 0,
    /** The sick paths, and in which turn each succeeds. */
    sick: new Map(),
    heal: () => {
      sink.sick.clear();
      for (const release of waiting.splice(0)) release();
    },
  };
  const waiting = [];
  const sockets = new Set();
  const remember = (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const turns = new Map();
  const isSickNow = (path) => {
    const goodTurn = sink.sick.get(path);
    if (goodTurn === undefined) return false;
    const turn = (turns.get(path) ?? 0) + 1;
    turns.set(path, turn);
    return turn % goodTurn !== 0;
  };
  const take = (key, body) => {
    if (!sink.taken.has(key)) sink.taken.set(key, body);
    else if (sink.taken.get(key) !== body) sink.mixedUp += 1;
  };
  const trapServer = net.createServer((socket) => {
    sink.trapped += 1;
    socket.destroy();
  });
  const trap = await listen(trapServer);
  const answer = async (request, response) => {
    const body = await bodyOf(request);
    const path = request.url;
    const key = request.headers['idempotency-key'];
    sink.received.push({ path, key, body, at: Date.now() });
    if (SICK[path] !== undefined && isSickNow(path)) {
      if (SICK[path].takes) take(key, body);
      SICK[path].answer(response, { trap, held: waiting });
      return;
    }
    take(key, body);
    if (path.startsWith('/ok')) await sleep(20 + random() * 380);
    accept(response);
  };
  const server = http.createServer((request, response) => void answer(request, response));
  server.on('connection', remember);
  sink.origin = await listen(server);
  // Speaks no HTTP while it is sick.
  const garbage = net.createServer((socket) => {
    remember(socket);
    if (!isSickNow('/garbage')) server.emit('connection', socket);
    else socket.once('data', () => socket.end('\u0001\u0002 this is no HTTP \r\n\r\n'));
  });
  sink.garbageOrigin = await listen(garbage);
  sink.close = async () => {
    for (const socket of sockets) socket.destroy();
    for (const one of [server, garbage, trapServer]) await new Promise((resolve) => one.close(resolve));
  };
  return sink;
};

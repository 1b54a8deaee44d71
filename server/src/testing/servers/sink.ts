import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** What a client's system received. */
export interface Received {
  path: string;
  key: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}
type Answer = (response: ServerResponse, received: Received) => void;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
};

/** A client's system on this machine, which answers as it is told, path by path, and remembers what came. */
interface Sink {
  origin: string;
  /** The address of a server that speaks no HTTP. */
  garbageOrigin: string;
  received: Received[];
  /** What it took in, by idempotency key: a second one with the same key changes nothing. */
  taken: Map<string, string>;
  answers: Map<string, Answer>;
  at(path: string): Received[];
}

const ANSWERS: Record<string, Answer> = {
  '/ok': (response) => response.end('{"accepted":true,"id":"CRM-77"}'),
  '/down': (response) => response.writeHead(503).end('pool full'),
  '/auth': (response) => response.writeHead(401).end('no'),
  '/mapping': (response) => response.writeHead(422).end('{"error":"unknown program code"}'),
  '/redirect': (response) => response.writeHead(302, { location: '/trap' }).end(),
  '/slow': () => undefined,
  '/half': (response) => void response.writeHead(200, { 'content-length': '100' }).write('{"accepted"'),
  '/echo': (response, { body }) => response.end(`You sent ${body}`),
  '/duplicate': (response) => response.end('{"result":"duplicate"}'),
};

export const useSink = (): Sink => {
  const sink: Sink = {
    origin: '',
    garbageOrigin: '',
    received: [],
    taken: new Map(),
    answers: new Map(Object.entries(ANSWERS)),
    at: (path) => sink.received.filter((one) => one.path === path),
  };
  const sockets = new Set<Socket>();
  const remember = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const path = request.url ?? '';
      const received = { path, key: String(request.headers['idempotency-key']), headers: request.headers, body };
      sink.received.push(received);
      const answer = sink.answers.get(path);
      if (answer === undefined) return response.writeHead(404).end();
      if (path.startsWith('/ok') && !sink.taken.has(received.key)) sink.taken.set(received.key, body);
      return answer(response, received);
    });
  });
  const garbage = createSocketServer((socket) => {
    remember(socket);
    socket.once('data', () => socket.end('\u0001\u0002 this is no HTTP \r\n\r\n'));
  });
  server.on('connection', remember);
  const listen = (one: typeof garbage): Promise<string> =>
    new Promise((resolve) => {
      one.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(one.address() as AddressInfo).port}`));
    });
  beforeAll(async () => {
    sink.origin = await listen(server);
    sink.garbageOrigin = await listen(garbage);
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all([server, garbage].map((one) => new Promise((resolve) => one.close(resolve))));
  });
  return sink;
};

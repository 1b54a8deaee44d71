import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';
import { signOut } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makeOwner, makeTwoOwners } from '../../testing/factories/factories.ts';

const harness = useApp();
let owner: number;
let other: number;
let port: number;
let user: SignedIn;

beforeAll(async () => {
  const { mine, foreign } = await harness.asMigrator(makeTwoOwners);
  [owner, other] = [mine.ownerKey, foreign.ownerKey];
  await harness.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = harness.app.server.address() as AddressInfo);
});
beforeEach(async () => {
  user = await harness.signedIn('ag', { owner });
});

/** Opens a stream as a browser does, over a socket of its own. */
const open = async (
  as = user,
  of = owner,
  at = harness,
): Promise<{ response: IncomingMessage; text: () => string }> => {
  const request = get({
    port: (at.app.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    path: `/api/ag/reporting/${of}/live`,
    headers: as.headers,
    agent: false,
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  response.on('error', () => undefined);
  return { response, text: () => text };
};

test('changes of the owner’s data arrive as events, and nothing of another owner', async () => {
  const { response, text } = await open();
  expect(response.headers['content-type']).toContain('text/event-stream');
  await expect.poll(text).toContain(`data: {"ownerKey":${owner}`);
  const events = () => text().match(/data: /g)?.length;
  await harness.asMigrator((tx) => sql`insert into brand (owner_key, name) values (${other}, 'Theirs')`.execute(tx));
  await harness.asMigrator((tx) => sql`insert into brand (owner_key, name) values (${owner}, 'Ours')`.execute(tx));
  await expect.poll(events).toBe(2);
  expect(text()).not.toContain(`"ownerKey":${other}`);
  response.destroy();
  await expect.poll(() => harness.live.listeners).toBe(0);
});

test('another owner’s stream is not found', async () => {
  const { response } = await open(user, other);
  expect(response.statusCode).toBe(404);
  expect(harness.live.listeners).toBe(0);
});

test('a stream ends when its user’s session does, and no other user’s', async () => {
  const [mine, theirs] = [await open(), await open(await harness.signedIn('ag', { owner }))];
  const ended = once(mine.response, 'end');
  expect((await harness.call(signOut, user)).status).toBe(200);
  await ended;
  await expect.poll(() => harness.live.listeners).toBe(1);
  expect(theirs.response.readableEnded).toBe(false);
  theirs.response.destroy();
  await expect.poll(() => harness.live.listeners).toBe(0);
});

test('two hundred short-lived streams leave no listener behind', async () => {
  const streams = await Promise.all(Array.from({ length: 200 }, () => open()));
  await expect.poll(() => harness.live.listeners).toBe(200);
  for (const { response } of streams) response.destroy();
  await expect.poll(() => harness.live.listeners).toBe(0);
});

test('a client gone during authentication leaves no listener', async () => {
  const asNobody = harness.db.asNobody.bind(harness.db);
  const looking = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const slow = vi.spyOn(harness.db, 'asNobody').mockImplementation(async (statement) => {
    if (statement.name === 'find_session') {
      looking.resolve();
      await gate.promise;
    }
    return asNobody(statement);
  });
  try {
    const connected = once(harness.app.server, 'connection');
    const request = get({
      port,
      host: '127.0.0.1',
      path: `/api/ag/reporting/${owner}/live`,
      headers: user.headers,
      agent: false,
    });
    request.on('error', () => undefined);
    const [socket] = (await connected) as [Socket];
    await looking.promise;
    const gone = once(socket, 'close');
    request.destroy();
    await gone;
  } finally {
    gate.resolve();
    slow.mockRestore();
  }
  // A later listener is served next; then none is left.
  const { response, text } = await open();
  await expect.poll(text).toContain('data: ');
  response.destroy();
  await expect.poll(() => harness.live.listeners).toBe(0);
});

describe('closing the server', () => {
  const closing = useApp();

  test('ends all streams, so that none keeps it open', async () => {
    const { ownerKey } = await closing.asMigrator((tx) => makeOwner(tx));
    await closing.app.listen({ port: 0, host: '127.0.0.1' });
    const { response } = await open(await closing.signedIn('ag', { owner: ownerKey }), ownerKey, closing);
    await expect.poll(() => closing.live.listeners).toBe(1);
    const ended = once(response, 'close');
    await closing.app.close();
    await ended;
    expect(closing.live.listeners).toBe(0);
  });
});

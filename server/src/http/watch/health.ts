import { type FastifyInstance } from 'fastify';
import { type Database } from '../../db/scope/tx.ts';

/** Time after which an unresponsive database counts as down. */
const PATIENCE_MS = 3_000;

const answers = async (db: Database): Promise<boolean> => {
  const timeout = AbortSignal.timeout(PATIENCE_MS);
  const late = new Promise<never>((_, reject) =>
    timeout.addEventListener('abort', () => reject(timeout.reason as Error)),
  );
  try {
    await Promise.race([db.asNobody({ name: 'ready', text: 'select 1 as one', values: [] }), late]);
    return true;
  } catch {
    return false;
  }
};

/**
 * `/healthz`: this process runs. `/readyz`: it can serve and is not stopping. The returned function announces the stop: from then on every
 * answer closes its connection, so that the next request goes to another server.
 */
export const addHealth = (app: FastifyInstance, db: Database): (() => void) => {
  let closing = false;
  app.addHook('preClose', async () => void (closing = true));
  app.addHook('onSend', (_, reply, payload, done) => {
    if (closing) void reply.header('connection', 'close');
    done(null, payload);
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const ready = !closing && (await answers(db));
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' });
  });
  return () => void (closing = true);
};

import { timingSafeEqual } from 'node:crypto';
import { type FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { sha256 } from '../lib/tokens.ts';

/** One histogram by call, method and status: the call's id and never its path, so that no key becomes a label. */
export const addMetrics = (app: FastifyInstance, { token, open }: { token: string | null; open: boolean }): void => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'paceline_call_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30],
    registers: [registry],
  });

  app.addHook('onResponse', (request, reply, done) => {
    const call = request.routeOptions.config.callId;
    if (call !== undefined) duration.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  if (token === null && !open) return;
  app.get('/metrics', async (request, reply) => {
    const given = request.headers.authorization ?? '';
    if (token !== null && !timingSafeEqual(sha256(given), sha256(`Bearer ${token}`))) return reply.code(404).send();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};

import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { endSpan, insideSpan, isTracing, readTraceparent, type Span, startSpan } from '../../lib/tracing/trace.ts';

/** Each call as a span, below the caller's own where it names one. The call's id and the path's pattern: no key, no value. */
export const addTracing = (app: FastifyInstance): void => {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _, done) => {
    const { config, url = '' } = request.routeOptions;
    if (!isTracing() || config.callId === undefined) return done();
    const span = startSpan(config.callId, {
      kind: 'server',
      parent: readTraceparent(request.headers.traceparent),
      facts: { 'http.request.method': request.method, 'http.route': url },
    });
    spans.set(request, span);
    return insideSpan(span, done);
  });
  // A body is read in the connection's own context: what comes after it has to be brought back.
  app.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request);
    return span === undefined ? done() : insideSpan(span, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (span !== undefined) {
      span.facts['http.response.status_code'] = reply.statusCode;
      span.failed = reply.statusCode >= 500;
      endSpan(span);
    }
    done();
  });
};

import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { endSpan, insideSpan, isTracing, readTraceparent, type Span, startSpan } from '../../lib/tracing/trace.ts';

/** Traces each call as a span, below the caller's span if it sends one. Contains the call ID and the path pattern: no keys, no values. */
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
  // The body is read in the connection's async context, so the span's context has to be restored afterwards.
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

import 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Known once the session is; for the log. */
    userKey: number | null;
  }
  interface FastifyContextConfig {
    callId?: string;
  }
}

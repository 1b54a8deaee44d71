import 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Known once the session is; for the log. */
    userKey: number | null;
    /** Where an API key was taken in place of a session. */
    apiKey: number | null;
  }
  interface FastifyContextConfig {
    callId?: string;
    /** What other companies' systems send: answered without an envelope, and in XML where they ask for it. */
    bare?: boolean;
  }
}

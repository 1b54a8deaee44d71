import 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** For the log; set once the session is known. */
    userKey: number | null;
    /** Set where an API key was used instead of a session. */
    apiKey: number | null;
  }
  interface FastifyContextConfig {
    callId?: string;
    /** Whether other companies' systems call it: answered without an envelope, and in XML on request. */
    bare?: boolean;
  }
}

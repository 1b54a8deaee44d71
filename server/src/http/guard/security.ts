import { type FastifyInstance } from 'fastify';

/** Only our own scripts run, no site may frame us, and strings never become script. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
].join(';');

/** Identical for every answer, errors included, so built once instead of per request. */
const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};
const API_HEADERS = { ...HEADERS, 'cache-control': 'no-store' };

/** Headers of a page that only the listed sites may frame; with an empty list none may. Not cacheable. */
export const framedHeaders = (origins: readonly string[]): Readonly<Record<string, string>> => ({
  'content-security-policy': CONTENT_SECURITY_POLICY.replace(
    "frame-ancestors 'none'",
    `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`,
  ),
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
});

export const securityHeadersOf = (url: string): Readonly<Record<string, string>> =>
  url.startsWith('/api') || url.startsWith('/auth') ? API_HEADERS : HEADERS;

export const addSecurityHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(securityHeadersOf(request.url));
    done();
  });
};

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EMBED, EMBEDDED_REPORT_ID, type EmbeddedReport } from '@paceline/contract';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database } from '../../db/scope/tx.ts';
import { type Clock } from '../../lib/clock.ts';
import { html, page } from '../../lib/files/html.ts';
import { type Origin } from '../../lib/origin.ts';
import { scopeFor } from '../guard/scope.ts';
import { framedHeaders } from '../guard/security.ts';
import { type Session, takeAnalyticsToken } from '../guard/session.ts';

/** A request for a report in a frame. */
export interface EmbedRequest {
  session: Session;
  scope: Scope;
  ownerKey: number;
  report: string;
  origin: Origin;
}

/** The report, and the sites that may embed it; null where the viewer has no such report. */
export type OpenEmbedded = (request: EmbedRequest) => Promise<{ report: EmbeddedReport; origins: string[] } | null>;

const BUILT_PAGE = fileURLToPath(new URL('../../../../web/dist/embed.html', import.meta.url));
const DATA_PLACE = new RegExp(`(<script id="${EMBEDDED_REPORT_ID}" type="application/json">)(</script>)`);

/** Used where the web is not built: the figures are in the page, but nothing draws them. */
const PLAIN_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Paceline</title></head><body>
<script id="${EMBEDDED_REPORT_ID}" type="application/json"></script></body></html>`;

const UNAVAILABLE = page(
  'Report not available',
  html`<h1>This report is not available</h1>
    <p>Its address was used before, is too old, or is not yours. Open it again from the page that shows it.</p>`,
);

/** Embeds the figures as data, escaped so that no name in them can close the element. */
const pageOf = (report: EmbeddedReport): string => {
  const built = existsSync(BUILT_PAGE) ? readFileSync(BUILT_PAGE, 'utf8') : PLAIN_PAGE;
  const data = JSON.stringify(report).replaceAll('<', '\\u003c');
  return built.replace(DATA_PLACE, (_, open: string, close: string) => `${open}${data}${close}`);
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const KEY = /^[1-9]\d{0,8}$/;

/** The owner of a site: by its key, or the only one of the viewer where the site is that of the viewer's audience. Null for any other. */
const ownerOfSite = (site: string, { group, ownerKeys }: Session): number | null => {
  const [only] = ownerKeys;
  if (site === EMBED.sites[group]) return only !== undefined && ownerKeys.length === 1 ? only : null;
  return KEY.test(site) && ownerKeys.includes(Number(site)) ? Number(site) : null;
};

/** The same answer for every reason, so that reports cannot be probed. */
const refuse = (reply: FastifyReply): FastifyReply =>
  reply.headers(framedHeaders([])).code(404).type('text/html; charset=utf-8').send(UNAVAILABLE);

/** A route beside the API: a single report, `/t/{site}/views/{report}?token=…`, for a frame on another site. */
export const addEmbedRoute = (
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
  open: OpenEmbedded,
): void => {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { siteId, report } = request.params as { siteId: string; report: string };
    const { token } = request.query as Record<string, unknown>;
    const session = await takeAnalyticsToken(db, clock, request, textOf(token));
    const ownerKey = session === null ? null : ownerOfSite(siteId, session);
    if (session === null || ownerKey === null) return refuse(reply);
    request.userKey = session.userKey;
    const origin: Origin = {
      route: 'embeddedReport',
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      requestId: request.id,
    };
    const opened = await open({ session, scope: scopeFor(session, ownerKey), ownerKey, report, origin });
    if (opened === null) return refuse(reply);
    // X-Frame-Options cannot list sites; where sites are listed, the content security policy decides.
    if (opened.origins.length > 0) void reply.removeHeader('x-frame-options');
    return reply.headers(framedHeaders(opened.origins)).type('text/html; charset=utf-8').send(pageOf(opened.report));
  };
  app.route({
    method: 'GET',
    url: '/t/:siteId/views/:report',
    config: { callId: 'embeddedReport', bare: true },
    handler: answer,
  });
};

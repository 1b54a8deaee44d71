import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Scope } from '../../db/scope/scope.ts';
import { type Clock } from '../../lib/clock.ts';
import { readTicket, type Ticket } from '../../lib/secrets/signed-ticket.ts';
import { systemScopeOf } from '../posting.ts';
import { framedHeaders } from './security.ts';

/** Content served to anybody who has the signed URL. */
export interface OpenedByTicket {
  contentType: string;
  text: string;
}

interface TicketRoute {
  purpose: string;
  /** The path, including `:ticket`. */
  url: string;
  callId: string;
  /** Null where the ticket's record is closed or gone. Uses the system scope of the ticket's owner. */
  open: (ticket: Ticket, scope: Scope) => Promise<OpenedByTicket | null>;
  /** The same page for every reason, so that tickets cannot be probed. */
  closedPage: string;
}

/** A page beside the API, opened by a signed URL. An URL without our signature causes no lookup. */
export const addTicketRoute = (
  app: FastifyInstance,
  { secret, clock }: { secret: Buffer; clock: Clock },
  { purpose, url, callId, open, closedPage }: TicketRoute,
): void => {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { ticket: text } = request.params as { ticket: string };
    const ticket = readTicket(secret, purpose, text, clock.now());
    const opened = ticket && (await open(ticket, systemScopeOf(ticket.ownerKey)));
    // Not to be framed, cached or indexed.
    void reply.headers(framedHeaders([]));
    if (opened === null) return reply.code(404).type('text/html; charset=utf-8').send(closedPage);
    return reply.type(opened.contentType).send(opened.text);
  };
  app.route({ method: 'GET', url, config: { callId, bare: true }, handler: answer });
};

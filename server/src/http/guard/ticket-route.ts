import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Scope } from '../../db/scope/scope.ts';
import { type Clock } from '../../lib/clock.ts';
import { readTicket, type Ticket } from '../../lib/secrets/signed-ticket.ts';
import { systemScopeOf } from '../posting.ts';
import { framedHeaders } from './security.ts';

/** What is handed to whoever has the address. */
export interface OpenedByTicket {
  contentType: string;
  text: string;
}

interface TicketRoute {
  purpose: string;
  /** The path, with `:ticket` in it. */
  url: string;
  callId: string;
  /** Null where the ticket's record is shut or gone. Works as the product itself on the ticket's owner. */
  open: (ticket: Ticket, scope: Scope) => Promise<OpenedByTicket | null>;
  /** The same for every reason: what there is cannot be tried out. */
  closedPage: string;
}

/** A page beside the API that a signed address opens. Nothing is looked up for an address that was not signed here. */
export const addTicketRoute = (
  app: FastifyInstance,
  { secret, clock }: { secret: Buffer; clock: Clock },
  { purpose, url, callId, open, closedPage }: TicketRoute,
): void => {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { ticket: text } = request.params as { ticket: string };
    const ticket = readTicket(secret, purpose, text, clock.now());
    const opened = ticket && (await open(ticket, systemScopeOf(ticket.ownerKey)));
    // Nobody frames it, keeps it or finds it by searching.
    void reply.headers(framedHeaders([]));
    if (opened === null) return reply.code(404).type('text/html; charset=utf-8').send(closedPage);
    return reply.type(opened.contentType).send(opened.text);
  };
  app.route({ method: 'GET', url, config: { callId, bare: true }, handler: answer });
};

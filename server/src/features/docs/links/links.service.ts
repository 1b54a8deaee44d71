import { type CallBody, type InstructionsLink, type instructionsLinkMake } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type OpenedByTicket } from '../../../http/guard/ticket-route.ts';
import { type Session } from '../../../http/guard/session.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Origin } from '../../../lib/origin.ts';
import { type Ticket, writeTicket } from '../../../lib/secrets/signed-ticket.ts';
import { audit } from '../../../shared/audit.ts';
import { writeInstructions } from '../describe/write-instructions.ts';
import { describe, type DocsDeps } from '../instructions/instructions.service.ts';
import { instructionsOpenApi } from '../write/instructions-openapi.ts';
import { instructionsPage } from '../write/instructions-page.ts';
import { findOpenLink, insertLink, listLinks, type StoredLink, updateShut } from './links.queries.ts';

export const LINK_PURPOSE = 'posting instructions';
export const LINK_PATH = '/posting';

interface LinkCaller {
  ownerKey: number;
  scope: Scope;
  session: Session;
  origin: Origin;
}

const DAY_MS = 86_400_000;

const shown = (
  { secret, clock, publicUrl }: DocsDeps,
  { ownerKey, session }: LinkCaller,
  { linkKey, note, madeAt, madeBy, madeByAgency, endsAt, shutAt }: StoredLink,
): InstructionsLink => {
  const isOpen = shutAt === null && clock.now() < endsAt;
  const ticket = writeTicket(secret, LINK_PURPOSE, { ownerKey, key: linkKey, endsAt });
  return {
    linkKey,
    note,
    url: isOpen ? `${publicUrl}${LINK_PATH}/${ticket}` : null,
    madeAt: madeAt.toISOString(),
    madeBy: session.group === 'mp' && madeByAgency ? null : madeBy,
    endsAt: endsAt.toISOString(),
    shutAt: shutAt?.toISOString() ?? null,
  };
};

export const getLinks = (deps: DocsDeps, caller: LinkCaller, campaignKey: number): Promise<InstructionsLink[]> =>
  deps.db.readScope(caller.scope, async (tx) =>
    (await listLinks(tx, caller.ownerKey, campaignKey)).map((link) => shown(deps, caller, link)),
  );

export const makeLink = (
  deps: DocsDeps,
  caller: LinkCaller,
  campaignKey: number,
  { note, days }: CallBody<typeof instructionsLinkMake>,
): Promise<InstructionsLink> =>
  deps.db.withScope(caller.scope, async (tx) => {
    const { ownerKey, scope, origin, session } = caller;
    const at = deps.clock.now();
    // Whole seconds, as in the link's address.
    const endsAt = new Date(Math.floor(at.getTime() / 1000) * 1000 + days * DAY_MS);
    const isAgency = session.group === 'ag';
    const newLink = { ownerKey, campaignKey, note, userKey: session.userKey, isAgency, at, endsAt };
    const linkKey = await insertLink(tx, newLink);
    if (linkKey === null) throw new AppError('NOT_FOUND');
    await audit(tx, scope, origin, at, {
      action: 'instructionsLinkMade',
      ownerKey,
      entity: 'instructionsLink',
      entityKey: linkKey,
      after: { campaignKey, note, endsAt },
    });
    const link = (await listLinks(tx, ownerKey, campaignKey)).find((one) => one.linkKey === linkKey);
    if (link === undefined) throw new Error('The link was not written');
    return shown(deps, caller, link);
  });

export const shutLink = (
  deps: DocsDeps,
  { ownerKey, scope, origin, session }: LinkCaller,
  campaignKey: number,
  linkKey: number,
): Promise<{ shutAt: string }> =>
  deps.db.withScope(scope, async (tx) => {
    const at = deps.clock.now();
    const shutAt = await updateShut(tx, { ownerKey, campaignKey, linkKey }, session.userKey, at);
    if (shutAt === null) throw new AppError('NOT_FOUND');
    await audit(tx, scope, origin, at, {
      action: 'instructionsLinkShut',
      ownerKey,
      entity: 'instructionsLink',
      entityKey: linkKey,
    });
    return { shutAt: shutAt.toISOString() };
  });

/** The content of a link for anybody who has it; null after it ends. */
export const openLink =
  (deps: DocsDeps, part: 'page' | 'openapi') =>
  ({ ownerKey, key, endsAt }: Ticket, scope: Scope): Promise<OpenedByTicket | null> =>
    deps.db.readScope(scope, async (tx) => {
      const link = await findOpenLink(tx, ownerKey, key, deps.clock.now());
      if (link === null) return null;
      const wanted = { ownerKey, campaignKey: link.campaignKey, reader: 'public', partnerKey: null } as const;
      const describing = await describe(tx, deps, wanted);
      if (part === 'openapi')
        return {
          contentType: 'application/json; charset=utf-8',
          text: JSON.stringify(instructionsOpenApi(describing), null, 2),
        };
      const ticket = writeTicket(deps.secret, LINK_PURPOSE, { ownerKey, key, endsAt });
      const text = instructionsPage(
        writeInstructions(describing),
        `${LINK_PATH}/${ticket}/openapi.json`,
        describing.brand,
      );
      return { contentType: 'text/html; charset=utf-8', text };
    });

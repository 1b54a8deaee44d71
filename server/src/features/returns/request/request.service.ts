import {
  type CallBody,
  hasPermission,
  type MovedBy,
  type Permission,
  type ReturnLimit,
  type ReturnPreviewRow,
  type returnPreview,
  type returnRequest,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { moveLead } from '../../../shared/delivery/move-lead.ts';
import { acceptReturn } from '../decide/accept.ts';
import { countReturns, holdReturns, placeKey } from '../limits.queries.ts';
import { isAcceptedAtOnce, limitOf, type Refusal, refusalOf, type ReturnWish, windowEndOf } from '../returns.rules.ts';
import { type Candidate, insertReturn, listCandidates } from './request.queries.ts';

export interface ReturnDeps {
  db: Database;
  clock: Clock;
  secret: Buffer;
  /** The product's address, for links in mails. */
  publicUrl: string;
}
export interface ReturnCaller {
  scope: Scope;
  origin: Origin;
  session: { permissions: ReadonlySet<Permission> };
}

const NOT_FOUND: Refusal = { message: 'There is no such lead.', canOverride: false };
const TWICE: Refusal = { message: 'It is named twice.', canOverride: false };

export interface Named extends ReturnWish {
  lead: string;
}
interface Judged {
  lead: string;
  candidate: Candidate | null;
  limit: ReturnLimit | null;
  refusal: Refusal | null;
}

/** Checks each lead in turn: one that can be returned uses up the limit for the next. */
export const judgeLeads = async (
  tx: Tx,
  ownerKey: number,
  named: readonly Named[],
  { now, lock, override = false }: { now: Date; lock: boolean; override?: boolean },
): Promise<Judged[]> => {
  const find = await listCandidates(
    tx,
    ownerKey,
    named.map(({ lead }) => lead),
    { now, lock },
  );
  const candidates = named.flatMap(({ lead }) => find(lead) ?? []);
  const countsOf = await countReturns(tx, candidates);
  const requestCounts = new Map<string, number>();
  const seen = new Set<number>();
  return named.map(({ lead, ...wish }): Judged => {
    const candidate = find(lead) ?? null;
    if (candidate === null) return { lead, candidate, limit: null, refusal: NOT_FOUND };
    if (seen.has(candidate.leadKey)) return { lead, candidate, limit: null, refusal: TWICE };
    seen.add(candidate.leadKey);
    const place = placeKey(candidate);
    const counts = countsOf(candidate);
    const limit = limitOf(candidate.criteria, { ...counts, open: counts.open + (requestCounts.get(place) ?? 0) });
    const against = refusalOf(candidate, wish, limit, now);
    const refusal = against?.canOverride === true && override ? null : against;
    if (refusal === null) requestCounts.set(place, (requestCounts.get(place) ?? 0) + 1);
    return { lead, candidate, limit, refusal };
  });
};

type Wish = CallBody<typeof returnPreview>;
const namedIn = ({ leads, reasonCode, attempts }: Wish): Named[] =>
  leads.map((lead) => ({ lead, reason: reasonCode, attempts }));

const assertMayOverride = ({ override }: Pick<Wish, 'override'>, { scope, session }: ReturnCaller): void => {
  if (!override) return;
  if (scope.group !== 'ag' || !hasPermission(session.permissions, 'leadanalyzer:Override'))
    throw new AppError('FORBIDDEN', {
      message: 'Only somebody of the agency who may override can set the window and the limit aside.',
    });
};

export const previewReturns = async ({ db, clock }: ReturnDeps, caller: ReturnCaller, body: Wish) => {
  assertMayOverride(body, caller);
  const rows = await db.readScope(caller.scope, (tx) =>
    judgeLeads(tx, body.ownerKey, namedIn(body), { now: clock.now(), lock: false, override: body.override }),
  );
  return {
    rows: rows.map(({ lead, candidate, limit, refusal }): ReturnPreviewRow => ({
      lead,
      leadId: candidate?.leadId ?? null,
      clientName: candidate?.clientName ?? null,
      campaignName: candidate?.campaignName ?? null,
      deliveredAt: candidate?.deliveredAt?.toISOString() ?? null,
      windowEndsAt: (candidate && windowEndOf(candidate))?.toISOString() ?? null,
      limit,
      refusal: refusal?.message ?? null,
      canOverride: refusal?.canOverride ?? false,
    })),
  };
};

/** Inserts one request, and accepts it where the client's criteria do so automatically. */
export const requestReturn = async (
  tx: Tx,
  { scope, origin }: Pick<ReturnCaller, 'scope' | 'origin'>,
  candidate: Candidate,
  wish: ReturnWish & { note: string; isOverridden?: boolean },
  now: Date,
): Promise<{ isAccepted: boolean }> => {
  const { reason, note, attempts, isOverridden = false } = wish;
  const { ownerKey, leadKey, status: from } = candidate;
  const userKey = scope.userKey;
  const by: MovedBy = scope.group === 'cl' ? 'cl' : 'ag';
  await moveLead(tx, candidate, { from, to: 'RTR', by, userKey, reasons: [reason], note, at: now });
  const returnKey = await insertReturn(tx, candidate, { reason, note, attempts, userKey, at: now });
  await audit(tx, scope, origin, now, {
    action: 'returnRequested',
    ownerKey,
    entity: 'lead',
    entityKey: leadKey,
    before: { statusCode: from },
    after: { statusCode: 'RTR', reasonCode: reason, ...(isOverridden && { override: true }) },
  });
  const isAccepted = !isOverridden && isAcceptedAtOnce(candidate, wish, now);
  if (isAccepted)
    await acceptReturn(tx, { scope, origin }, { ...candidate, returnKey, reason }, { by: 'system', note: '', now });
  return { isAccepted };
};

export const requestReturns = async (
  { db, clock }: ReturnDeps,
  caller: ReturnCaller,
  body: CallBody<typeof returnRequest>,
) => {
  assertMayOverride(body, caller);
  return db.withScope(caller.scope, async (tx) => {
    const now = clock.now();
    const { ownerKey, reasonCode: reason, note, attempts, override } = body;
    await holdReturns(tx, ownerKey);
    const judged = await judgeLeads(tx, ownerKey, namedIn(body), { now, lock: true, override });
    let [requested, accepted] = [0, 0];
    for (const { candidate, refusal } of judged) {
      if (candidate === null || refusal !== null) continue;
      const wish = { reason, note, attempts, isOverridden: override };
      const { isAccepted } = await requestReturn(tx, caller, candidate, wish, now);
      requested += 1;
      accepted += Number(isAccepted);
    }
    const refused = judged.flatMap(({ lead, refusal }) =>
      refusal === null ? [] : [{ lead, message: refusal.message }],
    );
    return { requested, accepted, refused };
  });
};

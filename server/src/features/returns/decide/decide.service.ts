import {
  type CallBody,
  type FieldError,
  hasPermission,
  LEAD_STATUSES,
  type ReturnDecision,
  type ReturnDecisionPreview,
  type ReturnLimit,
  type returnComment,
  type returnDecide,
  type returnDecisionPreview,
} from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { monthWords } from '../../../shared/billing/month-words.rules.ts';
import { countReturns, holdReturns, placeKey } from '../limits.queries.ts';
import { type ReturnCaller, type ReturnDeps } from '../request/request.service.ts';
import { commentsThrough, dayIn, limitOf } from '../returns.rules.ts';
import { tellRequesters } from '../mails/tell-requesters.ts';
import { acceptReturn, declineReturn, needsCredit } from './accept.ts';
import { insertComment, listReturns, type StoredReturn } from './decide.queries.ts';

const DECIDED = { APPROVED: 'accepted', DENIED: 'declined', WITHDRAWN: 'withdrawn' } as const;

/** A concurrent decision or change of the lead; null for an open request. */
export const alreadyDecided = (one: StoredReturn): string | null => {
  const { leadId, decision, decidedBy, decidedAt, timeZone, status } = one;
  if (decision === null) return status === 'RTR' ? null : `${leadId} is ${LEAD_STATUSES[status].label} now.`;
  const at =
    decidedAt &&
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(decidedAt);
  return `The return of ${leadId} was ${DECIDED[decision]}${decidedBy === null ? '' : ` by ${decidedBy}`}${at === null ? '' : ` on ${at}`}.`;
};

export const getReturns = async (
  tx: Tx,
  ownerKey: number,
  returnKeys: readonly number[],
  options: { now: Date; lock: boolean },
): Promise<StoredReturn[]> => {
  const returns = await listReturns(tx, ownerKey, returnKeys, options);
  // One foreign key refuses all of them, with the same error as for a key that does not exist.
  if (returns.length !== new Set(returnKeys).size) throw new AppError('NOT_FOUND');
  return returns;
};

/** Each with the limit left after accepting those before it. */
const withLimits = async (tx: Tx, returns: readonly StoredReturn[]) => {
  const countsOf = await countReturns(tx, returns);
  const decidedCounts = new Map<string, number>();
  return returns.map((one): { one: StoredReturn; limit: ReturnLimit; isBeyondLimit: boolean } => {
    const place = placeKey(one);
    const before = decidedCounts.get(place) ?? 0;
    const counts = countsOf(one);
    const limit = limitOf(one.criteria, {
      ...counts,
      accepted: counts.accepted + before,
      open: Math.max(0, counts.open - before),
    });
    if (alreadyDecided(one) === null) decidedCounts.set(place, before + 1);
    return { one, limit, isBeyondLimit: limit.accepted >= limit.allowed };
  });
};

const sumOf = (returns: readonly StoredReturn[]) => {
  const paid = returns.filter(({ isUnpaid }) => !isUnpaid);
  const sum = (price: 'clientPrice' | 'mediaPrice') =>
    paid.reduce((cents, one) => cents + Math.round(Number(one[price]) * 100), 0) / 100;
  return { leads: returns.length, client: sum('clientPrice'), media: sum('mediaPrice') };
};

export const previewDecision = (
  { db, clock }: ReturnDeps,
  { scope }: ReturnCaller,
  { ownerKey, returnKeys }: CallBody<typeof returnDecisionPreview>,
): Promise<ReturnDecisionPreview> =>
  db.readScope(scope, async (tx) => {
    const now = clock.now();
    const returns = await getReturns(tx, ownerKey, returnKeys, { now, lock: false });
    const open = returns.filter((one) => alreadyDecided(one) === null);
    const rows = await withLimits(tx, returns);
    return {
      lowered: sumOf(open.filter((one) => !one.isMonthClosed)),
      credited: sumOf(open.filter(needsCredit)),
      creditMonth: `${dayIn(now, returns[0]!.timeZone).slice(0, 7)}-01`,
      rows: rows.map(({ one, limit, isBeyondLimit }) => ({
        returnKey: one.returnKey,
        leadId: one.leadId,
        month: one.month,
        isMonthClosed: one.isMonthClosed,
        limit,
        isBeyondLimit,
        refusal: alreadyDecided(one),
      })),
    };
  });

const CHOSEN: Record<ReturnDecision, string> = {
  ACCEPT: 'You chose to accept it.',
  DECLINE: 'You chose to decline it.',
};

const assertOpen = (returns: readonly StoredReturn[], decision: ReturnDecision): void => {
  const errors = returns.flatMap((one): FieldError[] => {
    const message = alreadyDecided(one);
    return message === null
      ? []
      : [{ field: 'returnKeys', code: 'conflict', message: `${message} ${CHOSEN[decision]}` }];
  });
  const [first] = errors;
  if (first === undefined) return;
  const others = errors.length - 1;
  throw new AppError('STALE_ROW', {
    message: others === 0 ? first.message : `${first.message} The same holds for ${others} more. Nothing was changed.`,
    errors,
  });
};

const assertWithinLimits = async (
  tx: Tx,
  returns: readonly StoredReturn[],
  { session }: ReturnCaller,
): Promise<void> => {
  if (hasPermission(session.permissions, 'leadanalyzer:Override')) return;
  const errors = (await withLimits(tx, returns))
    .filter(({ isBeyondLimit }) => isBeyondLimit)
    .map(({ one, limit }): FieldError => {
      const message = `${one.leadId} is beyond the limit: ${limit.accepted} of ${limit.allowed} returns allowed for ${monthWords(one.month)} are accepted. Somebody who may override can accept it.`;
      return { field: 'returnKeys', code: 'limit', message };
    });
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
};

/** Decides all of them, or none. After a concurrent decision the answer has both. */
export const decideReturns = (
  deps: ReturnDeps,
  caller: ReturnCaller,
  { ownerKey, returnKeys, decision, note }: CallBody<typeof returnDecide>,
) =>
  deps.db.withScope(caller.scope, async (tx) => {
    const now = deps.clock.now();
    await holdReturns(tx, ownerKey);
    const returns = await getReturns(tx, ownerKey, returnKeys, { now, lock: true });
    assertOpen(returns, decision);
    if (decision === 'ACCEPT') await assertWithinLimits(tx, returns, caller);
    let credited = 0;
    for (const one of returns) {
      if (decision === 'DECLINE') await declineReturn(tx, caller, one, { note, now });
      else credited += Number((await acceptReturn(tx, caller, one, { by: 'ag', note, now })).isCredited);
    }
    await tellRequesters(tx, { deps, userKey: caller.scope.userKey }, returns, decision);
    return { decided: returns.length, credited };
  });

/** The media partner within its days, the agency while the request is open. */
export const commentOnReturn = (
  { db, clock }: ReturnDeps,
  { scope, origin }: ReturnCaller,
  { ownerKey, returnKey, comment }: CallBody<typeof returnComment>,
): Promise<null> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    const isPartner = scope.partnerKey !== null;
    const [one] = await getReturns(tx, ownerKey, [returnKey], { now, lock: false });
    if (one === undefined) throw new AppError('NOT_FOUND');
    const decided = alreadyDecided({ ...one, decidedBy: isPartner ? null : one.decidedBy });
    if (decided !== null) throw new AppError('STALE_ROW', { message: `${decided} It takes no comments any more.` });
    const through = commentsThrough(dayIn(one.requestedAt, one.timeZone));
    if (isPartner && dayIn(now, one.timeZone) > through) {
      const message = `Comments were possible until ${through}.`;
      throw new AppError('VALIDATION', { message, errors: [{ field: 'comment', code: 'late', message }] });
    }
    await insertComment(tx, one, { at: now, isPartner, comment, userKey: scope.userKey });
    await audit(tx, scope, origin, now, {
      action: 'returnCommented',
      ownerKey,
      entity: 'lead',
      entityKey: one.leadKey,
    });
    return null;
  });

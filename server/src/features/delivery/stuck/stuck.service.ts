import {
  type CallBody,
  DELIVERY_SCHEDULE,
  findLeadMove,
  refusedMoveMessage,
  STUCK_LIST_ROWS,
  type stuckLeadClaim,
  type stuckLeadClaimAnswer,
  type stuckLeadDelivered,
  type stuckLeadRetry,
  type stuckLeadScrub,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit, auditMany } from '../../../shared/audit.ts';
import { type Move, moveLead } from '../../../shared/delivery/move-lead.ts';
import { finishTask } from '../../../shared/delivery/tries.queries.ts';
import { listPostbackTries } from '../../../shared/postbacks/postbacks.queries.ts';
import { listRetries, retryEndpoint, retryLeads } from './retry/retry.queries.ts';
import { stuckLeadRows } from './stuck.list.ts';
import {
  answerClaim,
  findLead,
  getCounts,
  insertClaim,
  listGroups,
  listTries,
  lockLeads,
  type StuckLead,
} from './stuck.queries.ts';

export interface StuckDeps {
  db: Database;
  clock: Clock;
}
export interface Caller {
  scope: Scope;
  origin: Origin;
}

export const listStuck = ({ db, clock }: StuckDeps, scope: Scope, ownerKey: number) =>
  db.readScope(scope, async (tx) => {
    const question = {
      scope,
      params: { owner: ownerKey },
      filters: {},
      sort: 'createdAt',
      now: clock.now(),
      isStart: true,
    };
    const { rows } = await stuckLeadRows.page(tx, { ...question, limit: STUCK_LIST_ROWS });
    return { rows, total: (await getCounts(tx, ownerKey, question.now)).total };
  });

export const getSummary = ({ db, clock }: StuckDeps, scope: Scope, ownerKey: number) =>
  db.readScope(scope, async (tx) => {
    const now = clock.now();
    const { paused, ...counts } = await getCounts(tx, ownerKey, now);
    const retries = await listRetries(tx, ownerKey, now);
    return {
      ...counts,
      pausedEndpoints: paused,
      groups: await listGroups(tx, ownerKey, now),
      retries: scope.group === 'ag' ? retries : retries.map((one) => ({ ...one, askedBy: null })),
    };
  });

export const getTries = ({ db, clock }: StuckDeps, scope: Scope, ownerKey: number, leadKey: number) =>
  db.readScope(scope, async (tx) => {
    const lead = await findLead(tx, ownerKey, leadKey, clock.now());
    if (lead === undefined) throw new AppError('NOT_FOUND');
    return {
      ...lead,
      tries: await listTries(tx, ownerKey, lead),
      postbacks: scope.group === 'ag' ? await listPostbackTries(tx, ownerKey, lead) : [],
    };
  });

export const retry = (
  { db, clock }: StuckDeps,
  { scope, origin }: Caller,
  ownerKey: number,
  which: CallBody<typeof stuckLeadRetry>,
) =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    const isSome = 'leadKeys' in which;
    const actor = { userKey: scope.userKey, at: now };
    const queued = isSome
      ? await retryLeads(tx, ownerKey, which.leadKeys, actor)
      : await retryEndpoint(tx, ownerKey, which, actor);
    if (queued === 0)
      throw new AppError('NOT_FOUND', { message: 'None of these leads waits to be delivered any more.' });
    await audit(tx, scope, origin, now, {
      action: 'stuckLeadsRetried',
      ownerKey,
      entity: isSome ? 'lead' : 'deliveryEndpoint',
      entityKey: isSome ? which.leadKeys[0]! : which.endpointKey,
      after: isSome ? { leads: queued } : { leads: queued, reason: which.reason },
    });
    return { queued, atOnce: DELIVERY_SCHEDULE.atOnce };
  });

interface Refused {
  leadKey: number;
  message: string;
}

/** Applies an action to each chosen lead that is stuck; for the others returns why not. */
const onEach = async (
  tx: Tx,
  ownerKey: number,
  leadKeys: readonly number[],
  work: (lead: StuckLead) => Promise<string | null>,
): Promise<{ changed: number; refused: Refused[]; done: number[] }> => {
  const wanted = [...new Set(leadKeys)];
  const leads = await lockLeads(tx, ownerKey, wanted);
  if (leads.length !== wanted.length) throw new AppError('NOT_FOUND');
  const refused: Refused[] = [];
  const done: number[] = [];
  for (const lead of leads) {
    const problem = await work(lead);
    if (problem === null) done.push(lead.leadKey);
    else refused.push({ leadKey: lead.leadKey, message: problem });
  }
  return { changed: done.length, refused, done };
};

type Decision = Pick<Move, 'to' | 'reasons' | 'note' | 'reference'> & { action: string };

/** Decides stuck leads by hand: removes them from the outbox, with a line in each lead's history and in the audit log. */
const decide = (
  { db, clock }: StuckDeps,
  { scope, origin }: Caller,
  ownerKey: number,
  leadKeys: readonly number[],
  decisionOf: (lead: StuckLead) => Decision | string,
) =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const entries: Parameters<typeof auditMany>[4][number][] = [];
    const { changed, refused } = await onEach(tx, ownerKey, leadKeys, async (lead) => {
      const decision = decisionOf(lead);
      if (typeof decision === 'string') return decision;
      const { action, ...move } = decision;
      if (lead.status !== 'STK' || findLeadMove('STK', move.to, 'ag') === undefined)
        return refusedMoveMessage(lead.status, move.to);
      await moveLead(tx, { ownerKey, ...lead }, { ...move, from: 'STK', by: 'ag', userKey: scope.userKey, at });
      await finishTask(tx, ownerKey, lead.leadKey, at);
      await answerClaim(tx, ownerKey, lead.leadKey, { userKey: scope.userKey, at, isConfirmed: move.to === 'DLV' });
      entries.push({
        action,
        ownerKey,
        entity: 'lead',
        entityKey: lead.leadKey,
        before: { status: 'STK' },
        after: { status: move.to },
      });
      return null;
    });
    await auditMany(tx, scope, origin, at, entries);
    return { changed, refused };
  });

export const markDelivered = (
  deps: StuckDeps,
  caller: Caller,
  ownerKey: number,
  { leadKeys, reference, note }: CallBody<typeof stuckLeadDelivered>,
) =>
  decide(deps, caller, ownerKey, leadKeys, () => ({
    action: 'stuckLeadDelivered',
    to: 'DLV',
    note,
    reference: reference === '' ? null : reference,
  }));

export const scrub = (
  deps: StuckDeps,
  caller: Caller,
  ownerKey: number,
  { leadKeys, reasonCode, note }: CallBody<typeof stuckLeadScrub>,
) =>
  decide(deps, caller, ownerKey, leadKeys, () => ({
    action: 'stuckLeadScrubbed',
    to: 'SCR',
    reasons: [reasonCode],
    note,
  }));

/** A client's claim alone cannot change what it pays: nothing moves before the agency confirms. */
export const claim = (
  { db, clock }: StuckDeps,
  { scope, origin }: Caller,
  ownerKey: number,
  { leadKeys, reference }: CallBody<typeof stuckLeadClaim>,
) =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const { userKey } = scope;
    const { changed, refused, done } = await onEach(tx, ownerKey, leadKeys, async (lead) => {
      if (lead.status !== 'STK' || userKey === null) return 'This lead is not stuck any more.';
      await insertClaim(tx, ownerKey, lead, { reference, userKey, at });
      return null;
    });
    await auditMany(
      tx,
      scope,
      origin,
      at,
      done.map((leadKey) => ({
        action: 'stuckLeadClaimed',
        ownerKey,
        entity: 'lead',
        entityKey: leadKey,
      })),
    );
    return { changed, refused };
  });

export const answerClaims = (
  deps: StuckDeps,
  caller: Caller,
  ownerKey: number,
  { leadKeys, isConfirmed }: CallBody<typeof stuckLeadClaimAnswer>,
) => {
  if (isConfirmed)
    return decide(deps, caller, ownerKey, leadKeys, ({ claimedReference }) =>
      claimedReference === null
        ? 'The client has not said that it has this lead.'
        : { action: 'stuckLeadClaimConfirmed', to: 'DLV', note: 'The client has it', reference: claimedReference },
    );
  const { db, clock } = deps;
  const { scope, origin } = caller;
  return db.withScope(scope, async (tx) => {
    const at = clock.now();
    const { changed, refused, done } = await onEach(tx, ownerKey, leadKeys, async ({ leadKey, claimedReference }) => {
      if (claimedReference === null) return 'The client has not said that it has this lead.';
      await answerClaim(tx, ownerKey, leadKey, { userKey: scope.userKey, at, isConfirmed: false });
      return null;
    });
    await auditMany(
      tx,
      scope,
      origin,
      at,
      done.map((leadKey) => ({ action: 'stuckLeadClaimDenied', ownerKey, entity: 'lead', entityKey: leadKey })),
    );
    return { changed, refused };
  });
};

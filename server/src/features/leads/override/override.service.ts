import {
  type CallBody,
  type CallResponse,
  canOverride,
  type leadOverride,
  refusedMoveMessage,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Origin } from '../../../lib/origin.ts';
import { type LeadDeps } from '../details.service.ts';
import { listDeskLeads } from '../update/desk-leads.queries.ts';
import { closedMonth, conflictText } from '../update/desk-move.rules.ts';
import { acceptLeads } from './accept-leads.ts';

type Asked = CallBody<typeof leadOverride>;
type Result = CallResponse<typeof leadOverride>[number];

/** The product's own scope on the owner, and the requesting user. */
interface OverrideCaller {
  scope: Scope;
  userKey: number;
  origin: Origin;
}

const take = async (
  tx: Tx,
  secret: Buffer,
  by: OverrideCaller,
  { ownerKey, note, ignoreCap }: Asked,
  { leadCaptureKey, version }: Asked['leads'][number],
  now: Date,
): Promise<string | null> => {
  const [lead] = await listDeskLeads(tx, ownerKey, [leadCaptureKey], now, { lock: true });
  if (lead === undefined) return 'The lead was not found.';
  if (lead.version !== version) return conflictText(lead.status, 'VAL');
  if (!canOverride(lead.status)) return refusedMoveMessage(lead.status, 'VAL');
  const closed = closedMonth(lead, 'VAL');
  if (closed !== null) return closed.message;
  const way = { recheck: false, ignoreCap } as const;
  const refusals = await acceptLeads(tx, { ownerKey, leads: [{ lead, note }], way, secret, by, now });
  return refusals.get(leadCaptureKey) ?? null;
};

/** Accepts leads against the checks, each in a transaction of its own: a full cap refuses only those after it. */
export const overrideLeads = async (
  { db, clock, secret }: LeadDeps,
  caller: OverrideCaller,
  change: Asked,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (const one of change.leads) {
    const message = await db.withScope(caller.scope, (tx) => take(tx, secret, caller, change, one, clock.now()));
    results.push({ leadCaptureKey: one.leadCaptureKey, isTaken: message === null, message: message ?? '' });
  }
  return results;
};

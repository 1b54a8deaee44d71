import {
  type CallBody,
  type CallResponse,
  readLookup,
  type unmatchedIgnore,
  type unmatchedLeads,
  type unmatchedMatch,
  type unmatchedResolve,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { openPerson } from '../../../lib/secrets/seal.ts';
import { audit, auditMany } from '../../../shared/audit.ts';
import { type BulkCaller, type BulkDeps } from '../../../shared/bulk/bulk-caller.ts';
import { maskPerson } from '../../../shared/delivery/mask-person.ts';
import { dayProblem, statusProblem } from '../../../shared/milestones/milestone.rules.ts';
import {
  getOwnerDay,
  insertMilestones,
  listMilestoneLeads,
  type MilestoneLead,
  settleMilestones,
} from '../../../shared/milestones/milestones.queries.ts';
import { listCandidates, type Named } from '../match/match.queries.ts';
import { chooseLead } from '../match/match.rules.ts';
import { assertMayReport } from '../may-report.ts';
import { listShownLeads } from './shown-leads.queries.ts';
import { type Closing, listParked, type ParkedFull, updateClosed } from './unmatched.queries.ts';

type Deps = BulkDeps & { secret: Buffer };

/** A closed row has lost its personal data, and its milestone is settled. */
const assertOpen = ({ state }: ParkedFull): void => {
  if (state === 'OPEN') return;
  const message =
    state === 'MATCHED' ? 'Somebody has given this row to a lead already.' : 'Somebody has ignored this row already.';
  throw new AppError('STALE_ROW', { message });
};

const getParked = async (tx: Tx, ownerKey: number, unmatchedKey: number, lock: boolean): Promise<ParkedFull> => {
  const [row] = await listParked(tx, ownerKey, [unmatchedKey], { lock });
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
};

const namedBy = (row: ParkedFull, { group }: Pick<Scope, 'group'>, today: string): Named => ({
  leadKey: row.namedKey,
  leadId: row.namedId,
  clientReference: row.clientReference,
  transactionId: group === 'cl' ? null : row.transactionId,
  emailHash: row.emailHash,
  phoneHash: row.phoneHash,
  by: row.day > today ? today : row.day,
});

/** The possible leads of a row, however they were found. */
export const getLeads = async (
  { db, clock, secret }: Deps,
  caller: BulkCaller,
  ownerKey: number,
  unmatchedKey: number,
): Promise<CallResponse<typeof unmatchedLeads>> => {
  await assertMayReport({ db, clock }, caller, ownerKey);
  return db.readScope(caller.scope, async (tx) => {
    const row = await getParked(tx, ownerKey, unmatchedKey, false);
    const today = await getOwnerDay(tx, ownerKey, clock.now());
    const [candidates = {}] = await listCandidates(tx, ownerKey, [namedBy(row, caller.scope, today)]);
    const keys = [...new Set(Object.values(candidates).flatMap((leads) => leads.map(({ leadKey }) => leadKey)))];
    const leads = await listShownLeads(tx, ownerKey, keys);
    return leads.map(({ sealed, capturedDate, createdAt, ...lead }) => {
      const id = { ownerKey, leadKey: lead.leadCaptureKey };
      const problem = dayProblem({ code: row.code, day: row.day, capturedDate, today });
      return {
        ...lead,
        createdAt: createdAt.toISOString(),
        personName: sealed && maskPerson(openPerson(secret, id, sealed)).name,
        problem: statusProblem(lead.status) ?? (problem && `The date ${problem}`),
      };
    });
  });
};

/** Records the rows on their leads and closes them, in the transaction that has locked both. */
const giveToLeads = async (
  tx: Tx,
  { scope, origin }: BulkCaller,
  ownerKey: number,
  pairs: readonly { row: ParkedFull; lead: MilestoneLead }[],
  { today, at }: { today: string; at: Date },
): Promise<void> => {
  if (pairs.length === 0) return;
  const milestones = pairs.map(({ row: { code, day, programCode, term }, lead: { leadKey, capturedDate } }) => ({
    leadKey,
    capturedDate,
    code,
    day,
    programCode,
    term,
  }));
  const by = { by: scope.userKey, at };
  await insertMilestones(tx, ownerKey, milestones, by);
  await settleMilestones(tx, ownerKey, milestones, today);
  const closings = pairs.map(({ row: { unmatchedKey }, lead }): Closing => ({ unmatchedKey, lead }));
  await updateClosed(tx, ownerKey, closings, { ...by, reason: null });
  await auditMany(
    tx,
    scope,
    origin,
    at,
    pairs.map(({ row, lead }) => ({
      action: 'unmatchedMilestoneMatched',
      ownerKey,
      entity: 'lead',
      entityKey: lead.leadKey,
      after: { unmatchedKey: row.unmatchedKey, milestone: row.code, date: row.day },
    })),
  );
};

const wrongLead = (message: string): AppError =>
  new AppError('VALIDATION', { message, errors: [{ field: 'leadId', code: 'lead', message }] });

/** The lead with a typed id or key. */
const findLead = async (tx: Tx, ownerKey: number, typed: string): Promise<MilestoneLead> => {
  const isKey = /^[1-9]\d{0,8}$/.test(typed);
  const leadId = readLookup(typed)?.kind === 'leadId' ? typed.toUpperCase() : typed;
  const nobody = { clientReference: null, transactionId: null, emailHash: null, phoneHash: null, by: '2000-01-01' };
  const [candidates = {}] = await listCandidates(tx, ownerKey, [
    { ...nobody, leadKey: isKey ? Number(typed) : null, leadId },
  ]);
  const candidate = candidates.leadId?.[0] ?? candidates.leadKey?.[0];
  const [lead] =
    candidate === undefined ? [] : await listMilestoneLeads(tx, ownerKey, [candidate.leadKey], { lock: true });
  if (lead === undefined) throw wrongLead('There is no lead with this ID.');
  return lead;
};

export const resolve = async (
  { db, clock }: Deps,
  caller: BulkCaller,
  { ownerKey, unmatchedKey, version, leadId }: { ownerKey: number } & CallBody<typeof unmatchedResolve>,
): Promise<CallResponse<typeof unmatchedResolve>> => {
  await assertMayReport({ db, clock }, caller, ownerKey);
  return db.withScope(caller.scope, async (tx) => {
    const at = clock.now();
    const today = await getOwnerDay(tx, ownerKey, at);
    const lead = await findLead(tx, ownerKey, leadId);
    const row = await getParked(tx, ownerKey, unmatchedKey, true);
    assertOpen(row);
    if (row.version !== version) throw new AppError('STALE_ROW');
    const wrongDay = dayProblem({ code: row.code, day: row.day, capturedDate: lead.capturedDate, today });
    const problem = statusProblem(lead.status) ?? (wrongDay && `The date ${wrongDay}`);
    if (problem !== null) throw wrongLead(problem);
    await giveToLeads(tx, caller, ownerKey, [{ row, lead }], { today, at });
    return { leadCaptureKey: lead.leadKey };
  });
};

/** Looks for the leads of open rows again. Those whose day does not fit the lead stay open for a user to decide. */
export const matchAgain = async (
  { db, clock }: Deps,
  caller: BulkCaller,
  { ownerKey, unmatchedKeys }: { ownerKey: number } & CallBody<typeof unmatchedMatch>,
): Promise<CallResponse<typeof unmatchedMatch>> => {
  await assertMayReport({ db, clock }, caller, ownerKey);
  return db.withScope(caller.scope, async (tx) => {
    const at = clock.now();
    const today = await getOwnerDay(tx, ownerKey, at);
    const seen = await listParked(tx, ownerKey, unmatchedKeys, { lock: false });
    if (seen.length !== new Set(unmatchedKeys).size) throw new AppError('NOT_FOUND');
    const candidates = await listCandidates(
      tx,
      ownerKey,
      seen.map((row) => namedBy(row, caller.scope, today)),
    );
    const leadOf = new Map(
      seen.flatMap(({ unmatchedKey }, index) => {
        const match = chooseLead(candidates[index]!, { isVoid: false });
        return 'lead' in match ? [[unmatchedKey, match.lead.leadKey] as const] : [];
      }),
    );
    // Leads are locked before rows, as everywhere.
    const leads = await listMilestoneLeads(tx, ownerKey, [...new Set(leadOf.values())], { lock: true });
    const rows = await listParked(tx, ownerKey, unmatchedKeys, { lock: true });
    const pairs = rows.flatMap((row) => {
      const lead = leads.find(({ leadKey }) => leadKey === leadOf.get(row.unmatchedKey));
      if (row.state !== 'OPEN' || lead === undefined || statusProblem(lead.status) !== null) return [];
      const { code, day } = row;
      return dayProblem({ code, day, capturedDate: lead.capturedDate, today }) === null ? [{ row, lead }] : [];
    });
    await giveToLeads(tx, caller, ownerKey, pairs, { today, at });
    return { matched: pairs.length, open: rows.filter(({ state }) => state === 'OPEN').length - pairs.length };
  });
};

export const ignore = async (
  { db, clock }: Deps,
  caller: BulkCaller,
  { ownerKey, unmatchedKeys, reason }: { ownerKey: number } & CallBody<typeof unmatchedIgnore>,
): Promise<CallResponse<typeof unmatchedIgnore>> => {
  await assertMayReport({ db, clock }, caller, ownerKey);
  const { scope, origin } = caller;
  return db.withScope(scope, async (tx) => {
    const at = clock.now();
    const rows = await listParked(tx, ownerKey, unmatchedKeys, { lock: true });
    if (rows.length !== new Set(unmatchedKeys).size) throw new AppError('NOT_FOUND');
    for (const row of rows) assertOpen(row);
    const closings = rows.map(({ unmatchedKey }): Closing => ({ unmatchedKey, lead: null }));
    await updateClosed(tx, ownerKey, closings, { by: scope.userKey, at, reason });
    await audit(tx, scope, origin, at, {
      action: 'unmatchedMilestonesIgnored',
      ownerKey,
      entity: 'unmatchedMilestone',
      entityKey: unmatchedKeys.length === 1 ? unmatchedKeys[0]! : 'several',
      after: { unmatchedKeys },
    });
    return { ignored: rows.length };
  });
};

import {
  type CallBody,
  type DraftRow,
  type OwnerDraft,
  type ownerDraftDiscard,
  type ownerDraftSave,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { withDenialsOnRecord } from '../../../shared/denials.ts';
import { type Caller, type WizardDeps } from '../caller.ts';
import { listPlatforms, type Platform } from '../records/records.queries.ts';
import {
  findDraft,
  findMadeOwner,
  insertDraft,
  listDrafts,
  removeDraft,
  type StoredDraft,
  updateDraft,
  updateDraftMade,
} from './drafts.queries.ts';
import { draftConflicts } from './drafts.rules.ts';
import { listKnownProblems } from './known-problems.ts';
import { makeFromDraft } from './make-draft.ts';

const ENTITY = 'owner_draft';
type Known = CallBody<typeof ownerDraftDiscard>;

export const readDrafts = ({ db }: WizardDeps, scope: Scope): Promise<DraftRow[]> => db.readScope(scope, listDrafts);

export const readChoices = ({ db }: WizardDeps, scope: Scope): Promise<{ platforms: Platform[] }> =>
  db.readScope(scope, async (tx) => ({ platforms: await listPlatforms(tx) }));

const getDraft = async (tx: Tx, draftKey: number, options?: { locked: boolean }): Promise<StoredDraft> => {
  const draft = await findDraft(tx, draftKey, options);
  if (draft === undefined) throw new AppError('NOT_FOUND');
  return draft;
};

const present = async (tx: Tx, draftKey: number): Promise<OwnerDraft> => {
  const draft = await getDraft(tx, draftKey);
  return { ...draft, problems: await listKnownProblems(tx, draft.body) };
};

export const readDraft = ({ db }: WizardDeps, scope: Scope, draftKey: number): Promise<OwnerDraft> =>
  db.readScope(scope, (tx) => present(tx, draftKey));

/** The locked draft, if unchanged since it was read; else a refusal with its last editor, the saved and the wanted values. */
const holdFresh = async (
  tx: Tx,
  { draftKey, rowVersion }: Known,
  wanted: StoredDraft['body'] | null,
): Promise<StoredDraft> => {
  const stored = await getDraft(tx, draftKey, { locked: true });
  if (stored.rowVersion === rowVersion) return stored;
  const message = `${stored.savedBy} saved this draft since you opened it.`;
  throw new AppError('STALE_ROW', { message, errors: wanted === null ? [] : draftConflicts(stored.body, wanted) });
};

export const saveDraft = (
  { db, clock }: WizardDeps,
  { scope, origin, session }: Caller,
  { draftKey, rowVersion, step, body }: CallBody<typeof ownerDraftSave>,
): Promise<OwnerDraft> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const change = { step, body, by: session.userKey, at };
    if (draftKey === null) {
      const begun = await insertDraft(tx, change);
      await audit(tx, scope, origin, at, { action: 'ownerDraftBegun', entity: ENTITY, entityKey: begun });
      return present(tx, begun);
    }
    await holdFresh(tx, { draftKey, rowVersion: rowVersion ?? 0 }, body);
    await updateDraft(tx, draftKey, change);
    return present(tx, draftKey);
  });

export const discardDraft = ({ db, clock }: WizardDeps, { scope, origin }: Caller, target: Known): Promise<null> =>
  db.withScope(scope, async (tx) => {
    const { body } = await holdFresh(tx, target, null);
    await removeDraft(tx, target.draftKey);
    await audit(tx, scope, origin, clock.now(), {
      action: 'ownerDraftDiscarded',
      entity: ENTITY,
      entityKey: target.draftKey,
      before: body.owner,
    });
    return null;
  });

export const finishDraft = (deps: WizardDeps, caller: Caller, target: Known): Promise<{ ownerKey: number }> =>
  withDenialsOnRecord(deps, caller, () =>
    deps.db.withScope(caller.scope, async (tx) => {
      const done = await findMadeOwner(tx, target.draftKey);
      // Another user's result is returned only to those who work on the owner made from it.
      if (done !== null && caller.session.ownerKeys.includes(done)) return { ownerKey: done };
      const { body } = await holdFresh(tx, target, null);
      const ownerKey = await makeFromDraft(tx, caller, deps.clock.now(), body);
      await updateDraftMade(tx, target.draftKey, ownerKey);
      return { ownerKey };
    }),
  );

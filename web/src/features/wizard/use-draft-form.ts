import {
  type DraftBody,
  type FieldError,
  ownerDraftGet,
  ownerDraftSave,
  type OwnerDraft,
  type WizardStep,
} from '@paceline/contract';
import { useEffect, useRef, useState } from 'react';
import { fetchApi } from '../../lib/api/api.ts';
import { isStale, sortRefusal } from '../../shared/form/prepare-refusal.ts';
import { mergeForm, type Merged, type Sides } from '../../shared/form/prepare-merge.ts';
import type { Choices } from '../../ui/dialogs/conflict-dialog.tsx';
import type { Failure } from '../../ui/forms/form-failure.tsx';
import { draftRule } from './prepare-draft.ts';

/** A draft is saved this long after the last key press. */
const PAUSE_MS = 600;

interface Asking extends Merged<DraftBody> {
  sides: Sides<DraftBody>;
  fresh: OwnerDraft;
}

export interface DraftForm {
  body: DraftBody;
  change: (patch: Partial<DraftBody>) => void;
  saved: OwnerDraft;
  /** Problems only the server can find, from the last save. */
  knownProblems: readonly FieldError[];
  isSaved: boolean;
  failure: Failure | null;
  conflicts: Asking['conflicts'] | null;
  settle: (choices: Choices) => void;
  /** Saves pending changes; returns the saved draft, or null if saving failed. */
  flush: (step: WizardStep) => Promise<OwnerDraft | null>;
}

const savedBy =
  ({ savedBy: by, savedAt: at }: OwnerDraft) =>
  () => ({ by, at });

/**
 * A draft that saves itself shortly after typing, one save at a time, each with its base version. Changes by others are merged; only real
 * conflicts are asked about.
 */
export const useDraftForm = (opened: OwnerDraft, step: WizardStep): DraftForm => {
  const [body, setBody] = useState(opened.body);
  const [saved, setSaved] = useState(opened);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  // A ref, so that a save in progress reads the current values when it returns.
  const now = useRef({ body: opened.body, saved: opened });
  const line = useRef<Promise<unknown>>(Promise.resolve());

  const put = (next: DraftBody) => {
    now.current.body = next;
    setBody(next);
  };
  const keep = (next: OwnerDraft) => {
    now.current.saved = next;
    setSaved(next);
  };

  const send = async (at: WizardStep): Promise<OwnerDraft | null> => {
    const { body: mine, saved: base } = now.current;
    if (mine === base.body && at === base.step) return base;
    const { draftKey, rowVersion } = base;
    try {
      const answer = await fetchApi(ownerDraftSave, { body: { draftKey, rowVersion, step: at, body: mine } });
      if (answer === undefined) return null;
      // The same object if nothing was typed meanwhile: the form equals what is saved.
      keep({ ...answer, body: mine });
      setFailure(null);
      return now.current.body === mine ? now.current.saved : await send(at);
    } catch (error) {
      if (!isStale(error)) {
        setFailure(sortRefusal(error, () => null).failure);
        return null;
      }
      return overtaken(base, at);
    }
  };

  const overtaken = async (base: OwnerDraft, at: WizardStep): Promise<OwnerDraft | null> => {
    const fresh = await fetchApi(ownerDraftGet, { params: { key: base.draftKey } }).catch((error: unknown) => {
      setFailure(sortRefusal(error, () => null).failure);
      return undefined;
    });
    if (fresh === undefined) return null;
    const sides = { base: base.body, theirs: fresh.body, mine: now.current.body };
    const merged = mergeForm(draftRule, sides, savedBy(fresh));
    if (merged.conflicts.length > 0) {
      setAsking({ ...merged, sides, fresh });
      return null;
    }
    keep(fresh);
    put(merged.value);
    return send(at);
  };

  const flush = (at: WizardStep): Promise<OwnerDraft | null> => {
    const next = line.current.then(() => send(at));
    line.current = next;
    return next;
  };

  const isAsking = asking !== null;
  useEffect(() => {
    if (isAsking || (body === saved.body && step === saved.step)) return;
    const timer = setTimeout(() => void flush(step), PAUSE_MS);
    return () => clearTimeout(timer);
  });

  return {
    body,
    change: (patch) => put({ ...now.current.body, ...patch }),
    saved,
    knownProblems: body === saved.body ? saved.problems : [],
    isSaved: body === saved.body,
    failure,
    conflicts: asking?.conflicts ?? null,
    settle: (choices) => {
      if (asking === null) return;
      keep(asking.fresh);
      put(mergeForm(draftRule, asking.sides, savedBy(asking.fresh), choices).value);
      setAsking(null);
    },
    flush,
  };
};

import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { dropDraft, readDraft, saveDraft } from '../lib/drafts.ts';
import { useSession } from '../lib/session-store.ts';

interface FormDraft {
  /** When the draft that is offered was saved; null when none is. */
  offeredAt: number | null;
  restore: () => void;
  discard: () => void;
  /** What is in the form is saved, or given up on purpose: nothing is left to offer. */
  forget: () => void;
}

/**
 * Keeps what is being filled in for as long as the tab lives, and offers it back to the same user: after a session that ran
 * out, a reload, or a conflict.
 */
export const useFormDraft = <Values extends FieldValues>(name: string, form: UseFormReturn<Values>): FormDraft => {
  const userId = useSession((state) => state.userId) ?? '';
  const [offered, setOffered] = useState(() => readDraft(name, userId));
  const { subscribe } = form;

  useEffect(
    () =>
      subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty }) => {
          // The draft is there before the session can end: a later moment may not come.
          if (isDirty) saveDraft(name, userId, values);
        },
      }),
    [subscribe, name, userId],
  );

  const forget = () => {
    dropDraft(name);
    setOffered(null);
  };
  return {
    offeredAt: offered?.savedAt ?? null,
    restore: () => {
      if (offered) form.reset(offered.values as Values, { keepDefaultValues: true });
      setOffered(null);
    },
    discard: forget,
    forget,
  };
};

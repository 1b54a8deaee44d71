import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** A form's content and the version it was filled from; somebody else may have saved a newer one since. */
export interface DraftContent<Values> {
  values: Values;
  /** Null for a new record. */
  base: Values | null;
  /** The open part, for a form that shows one part at a time. */
  part?: string | undefined;
}
export interface StoredDraft<Values> extends DraftContent<Values> {
  savedAt: number;
}

/** Where drafts are stored: in the tab or on the server. */
export interface DraftStorage<Values> {
  /** The draft stored when the form was opened; null while unknown or if there is none. */
  offered: StoredDraft<Values> | null;
  /** Delay after the last key press before writing; without it each change is written at once. */
  delayMs?: number;
  write: (content: DraftContent<Values>) => unknown;
  remove: () => unknown;
}

export interface Draft<Values> {
  offered: StoredDraft<Values> | null;
  /** Marks the offered draft as taken. */
  take: () => void;
  /** Writes the form's content without waiting. */
  store: () => void;
  /** Fills the form without counting it as a change by the user. */
  quietly: (fill: () => void) => void;
  /** Stops writing until the next change: a draft must not arrive after the save that removes it. */
  hold: () => Promise<unknown>;
  /** Removes the draft after a save, or when the user discards it. */
  forget: () => Promise<void>;
}

/** Stores unsaved form content and offers it back. */
export const useDraft = <Values extends FieldValues>(
  storage: DraftStorage<Values>,
  form: UseFormReturn<Values>,
  about: () => Omit<DraftContent<Values>, 'values'>,
): Draft<Values> => {
  const [isAnswered, setAnswered] = useState(false);
  const latest = useRef({ storage, about });
  useEffect(() => {
    latest.current = { storage, about };
  });
  const isQuiet = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const writing = useRef<Promise<unknown>>(Promise.resolve());
  const { subscribe, getValues } = form;

  const write = useCallback((values: Values) => {
    clearTimeout(timer.current);
    const { storage: now, about: aboutNow } = latest.current;
    // A failed draft write is no error of the form: the next key press tries again.
    writing.current = Promise.resolve(now.write({ values, ...aboutNow() })).catch(() => undefined);
  }, []);

  useEffect(() => {
    const unsubscribe = subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        clearTimeout(timer.current);
        if (!isDirty || isQuiet.current) return;
        const { delayMs } = latest.current.storage;
        // Without a delay the draft is stored before the session can end.
        if (delayMs === undefined) write(values);
        else timer.current = setTimeout(() => write(getValues()), delayMs);
      },
    });
    return () => {
      clearTimeout(timer.current);
      unsubscribe();
    };
  }, [subscribe, getValues, write]);

  return {
    offered: isAnswered ? null : storage.offered,
    take: () => setAnswered(true),
    store: () => write(getValues()),
    quietly: (fill) => {
      isQuiet.current = true;
      fill();
      isQuiet.current = false;
    },
    hold: () => {
      clearTimeout(timer.current);
      return writing.current;
    },
    forget: async () => {
      clearTimeout(timer.current);
      setAnswered(true);
      await writing.current;
      await storage.remove();
    },
  };
};

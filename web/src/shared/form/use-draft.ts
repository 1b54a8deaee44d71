import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** What is in a form, and what it was filled from: by then somebody else may have saved a newer one. */
export interface DraftContent<Values> {
  values: Values;
  /** Null for what is new. */
  base: Values | null;
  /** Which part of the form was open, where only one is. */
  part?: string | undefined;
}
export interface StoredDraft<Values> extends DraftContent<Values> {
  savedAt: number;
}

/** Where drafts are stored: in the tab, or on the server. */
export interface DraftStorage<Values> {
  /** What was stored when the form was opened; null while that is not known, and where there is none. */
  offered: StoredDraft<Values> | null;
  /** How long to wait for the next key before writing; without it, each change is written at once. */
  delayMs?: number;
  write: (content: DraftContent<Values>) => unknown;
  remove: () => unknown;
}

export interface Draft<Values> {
  offered: StoredDraft<Values> | null;
  /** The offer was taken. */
  take: () => void;
  /** Writes what is in the form without waiting. */
  store: () => void;
  /** For what fills the form and is no change of the user's: the form takes it for one until it is done. */
  quietly: (fill: () => void) => void;
  /** Nothing is written after this until something changes: a draft must not come behind the save that removes it. */
  hold: () => Promise<unknown>;
  /** What is in the form is saved, or given up on purpose: nothing is left to offer. */
  forget: () => Promise<void>;
}

/** Stores what is filled in for as long as it is not saved, and offers it back. */
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
    // A draft that could not be stored is no failure of the form: the next try comes with the next key.
    writing.current = Promise.resolve(now.write({ values, ...aboutNow() })).catch(() => undefined);
  }, []);

  useEffect(() => {
    const unsubscribe = subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        clearTimeout(timer.current);
        if (!isDirty || isQuiet.current) return;
        const { delayMs } = latest.current.storage;
        // Without a delay the draft is there before the session can end: a later moment may not come.
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

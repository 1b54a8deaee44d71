import { useState } from 'react';
import { dropDraft, readDraft, saveDraft } from '../../lib/storage/drafts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import type { DraftContent, DraftStorage, StoredDraft } from './use-draft.ts';

/** Drafts in an outdated shape are not offered. */
const contentOf = <Values>(stored: unknown): DraftContent<Values> | null => {
  if (typeof stored !== 'object' || stored === null || !('values' in stored) || !('base' in stored)) return null;
  return stored as DraftContent<Values>;
};

/** Drafts that live as long as the tab and are offered to the same user: after an expired session, a reload or a conflict. */
export const useTabDrafts = <Values>(name: string): DraftStorage<Values> => {
  const userId = useSession((state) => state.userId) ?? '';
  const [offered] = useState((): StoredDraft<Values> | null => {
    const draft = readDraft(name, userId);
    const content = contentOf<Values>(draft?.values);
    return draft && content && { ...content, savedAt: draft.savedAt };
  });
  return {
    offered,
    write: (content) => saveDraft(name, userId, content),
    remove: () => dropDraft(name),
  };
};

import { useEffect, useState } from 'react';
import { dropDraft, readDraft, saveDraft } from '../../../lib/storage/drafts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { storeEdits, storedChanges, storedPatches, readStored } from './prepare-draft.ts';
import type { SheetRow } from './sheet-rows.ts';
import type { Sheet } from './use-sheet.ts';

export interface SheetDraft {
  /** What is offered back, once the rows are there to put it on. */
  offer: { savedAt: number; count: number } | null;
  restore: () => void;
  discard: () => void;
  /** The edits are given up on purpose. */
  forget: () => void;
}

/** Keeps the edits for as long as the tab lives: a reload, a lost session or another owner in between loses none of them. */
export const useSheetDraft = <Row extends SheetRow>(name: string, sheet: Sheet<Row>, isReady: boolean): SheetDraft => {
  const userId = useSession((state) => state.userId) ?? '';
  const [offered, setOffered] = useState(() => readDraft(name, userId));
  const { edits, byKey } = sheet;
  const { entered, count } = edits;
  const isOffered = offered !== null;

  useEffect(() => {
    if (count > 0) saveDraft(name, userId, storeEdits(entered, byKey));
    else if (!isOffered) dropDraft(name);
  }, [name, userId, entered, count, byKey, isOffered]);

  const stored = offered && isReady ? readStored(offered.values, byKey) : [];
  const discard = () => {
    setOffered(null);
    if (count === 0) dropDraft(name);
  };
  return {
    offer: offered && stored.length > 0 ? { savedAt: offered.savedAt, count: stored.length } : null,
    restore: () => {
      sheet.patch(storedPatches(stored, byKey));
      edits.edit(storedChanges(stored), 'restoring unsaved changes');
      setOffered(null);
    },
    discard,
    forget: () => {
      setOffered(null);
      dropDraft(name);
    },
  };
};

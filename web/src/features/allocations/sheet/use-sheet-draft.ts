import { useEffect, useState } from 'react';
import { dropDraft, readDraft, saveDraft } from '../../../lib/storage/drafts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { storeEdits, storedChanges, storedPatches, readStored } from './prepare-draft.ts';
import type { SheetRow } from './sheet-rows.ts';
import type { Sheet } from './use-sheet.ts';

export interface SheetDraft {
  /** The draft on offer, once its rows are loaded. */
  offer: { savedAt: number; count: number } | null;
  restore: () => void;
  discard: () => void;
  /** Discards the draft. */
  forget: () => void;
}

/** Stores the edits for the life of the tab: they survive a reload, an expired session or a switch of owner. */
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

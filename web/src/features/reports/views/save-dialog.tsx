import { type ReportQuestion, type SavedView, savedViewList, savedViewSave } from '@paceline/contract';
import { toast } from '../../../ui/toast/toast-store.ts';
import { useOwnerChange, useViews } from './api.ts';
import { NamingDialog, useNamingRefusal } from './naming-dialog.tsx';

interface SaveDialogProps {
  ownerKey: number;
  question: ReportQuestion;
  /** Null for a new view. */
  view: SavedView | null;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
}

/** A view's name, description and visibility. */
export const SaveDialog = ({ ownerKey, question, view, onSaved, onClose }: SaveDialogProps) => {
  const refusal = useNamingRefusal();
  const newest = useViews(ownerKey).views.find(({ viewKey }) => viewKey === view?.viewKey);
  const save = useOwnerChange(savedViewSave, ownerKey, [savedViewList], refusal.onError);
  return (
    <NamingDialog
      title={view ? `Rename or share ${view.name}` : 'Save view'}
      noun="view"
      first={view ?? { name: '', description: '', sharing: 'private' }}
      refusal={refusal}
      isSaving={save.isPending}
      onSave={({ name, description, sharing }) => {
        // Saving again after a conflict overwrites the newer version.
        const rowVersion = (refusal.conflicts.length > 0 ? newest?.rowVersion : view?.rowVersion) ?? null;
        save.mutate(
          { viewKey: view?.viewKey ?? null, rowVersion, name, description, sharing, question },
          {
            onSuccess: (saved) => {
              toast.success(`View “${saved.name}” saved.`);
              onSaved(saved);
            },
          },
        );
      }}
      onClose={onClose}
    />
  );
};

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

/** The name of a view, what it is for and who sees it. */
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
        // Who was told of another's values and saves again means it: it is their version that is replaced.
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

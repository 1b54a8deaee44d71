import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { changesIn } from '../sheet/save-bar.tsx';

interface ExportQuestionProps {
  isOpen: boolean;
  count: number;
  onClose: () => void;
  onExport: () => void;
}

/** A file holds what is saved; who has changes that are not would look for them in it. */
export const ExportQuestion = ({ isOpen, count, onClose, onExport }: ExportQuestionProps) => (
  <ConfirmDialog
    isOpen={isOpen}
    title="Export without your changes?"
    text={`${changesIn(count)} ${count === 1 ? 'is' : 'are'} not saved and will not be in the file. Save first to include ${count === 1 ? 'it' : 'them'}.`}
    action="Export saved values"
    onConfirm={() => {
      onClose();
      onExport();
    }}
    onClose={onClose}
  />
);

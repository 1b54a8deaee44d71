import { goalTargetExport, goalTargetImport } from '@paceline/contract';
import { ImportDialog } from '../../../shared/import-dialog/import-dialog.tsx';

interface GoalImportProps {
  isOpen: boolean;
  onClose: () => void;
  ownerKey: number;
  onApplied: () => void;
}

export const GoalImport = ({ isOpen, onClose, ownerKey, onApplied }: GoalImportProps) => (
  <ImportDialog
    isOpen={isOpen}
    onClose={onClose}
    title="Import targets"
    kind="goalTargets"
    owner={ownerKey}
    call={goalTargetImport}
    args={{ params: { owner: ownerKey } }}
    template={{ label: 'Download targets', call: goalTargetExport, args: { params: { owner: ownerKey } } }}
    onApplied={onApplied}
  />
);

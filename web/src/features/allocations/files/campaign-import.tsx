import { type AllocationMonth, allocationsExport, allocationsImport } from '@paceline/contract';
import { ImportDialog } from '../../../shared/import-dialog/import-dialog.tsx';
import { ofOwner } from '../api.ts';

interface CampaignImportProps {
  isOpen: boolean;
  onClose: () => void;
  month: AllocationMonth;
  ownerKey: number;
  onApplied: () => void;
}

export const CampaignImport = ({ isOpen, onClose, month, ownerKey, onApplied }: CampaignImportProps) => (
  <ImportDialog
    isOpen={isOpen}
    onClose={onClose}
    title="Import an allocation sheet"
    kind="allocations"
    owner={ownerKey}
    call={allocationsImport}
    args={{ params: { month }, query: { ownerKey: String(ownerKey) } }}
    template={{
      label: 'Download this month',
      call: allocationsExport,
      args: { params: { brand: 'all', month: month === 'next' ? 'nextmonth' : 'currentmonth' }, ...ofOwner(ownerKey) },
    }}
    onApplied={onApplied}
  />
);

import { type LeadRow } from '@paceline/contract';
import { formatCount } from '../../../lib/text/format.ts';
import { LEAD_WORDS } from './prepare-update.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { StatusForm } from './status-form.tsx';

interface ChangeStatusProps {
  ownerKey: number;
  rows: readonly LeadRow[];
  onClose: () => void;
}

/** Changes the status of the selected leads. */
export const ChangeStatus = ({ ownerKey, rows, onClose }: ChangeStatusProps) => (
  <PreviewDialog
    ownerKey={ownerKey}
    title={`Change the status of ${formatCount(rows.length)} ${rows.length === 1 ? 'lead' : 'leads'}`}
    words={LEAD_WORDS}
    onClose={onClose}
  >
    {(onPreview) => (
      <StatusForm
        ownerKey={ownerKey}
        statuses={[...new Set(rows.map(({ status }) => status))]}
        leads={{ leadCaptureKeys: rows.map(({ leadCaptureKey }) => leadCaptureKey) }}
        onPreview={onPreview}
      />
    )}
  </PreviewDialog>
);

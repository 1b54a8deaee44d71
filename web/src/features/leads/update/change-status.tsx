import { type LeadRow } from '@paceline/contract';
import { formatCount } from '../../../lib/text/format.ts';
import { LEAD_WORDS, type Target } from './prepare-update.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { StatusForm } from './status-form.tsx';

interface ChangeStatusProps {
  ownerKey: number;
  rows: readonly LeadRow[];
  initial?: Target;
  onClose: () => void;
}

/** Changes the status of the selected leads. */
export const ChangeStatus = ({ ownerKey, rows, initial, onClose }: ChangeStatusProps) => (
  <PreviewDialog
    ownerKey={ownerKey}
    title={`Change the status of ${formatCount(rows.length)} ${rows.length === 1 ? 'lead' : 'leads'}`}
    words={LEAD_WORDS}
    onClose={onClose}
  >
    {(onPreview) => (
      <StatusForm
        ownerKey={ownerKey}
        statuses={rows.map(({ status }) => status)}
        isOfEach
        {...(initial !== undefined && { initial })}
        leads={{ leadCaptureKeys: rows.map(({ leadCaptureKey }) => leadCaptureKey) }}
        onPreview={onPreview}
      />
    )}
  </PreviewDialog>
);

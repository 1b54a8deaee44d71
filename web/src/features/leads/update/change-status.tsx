import { Modal } from '@mantine/core';
import { type BulkImportResult, type LeadRow, leadSearch } from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { ImportReview } from '../../../shared/import-dialog/import-review.tsx';
import { LEAD_WORDS } from './prepare-update.ts';
import { StatusForm } from './status-form.tsx';

interface ChangeStatusProps {
  ownerKey: number;
  rows: readonly LeadRow[];
  onClose: () => void;
}

/** Changes the status of the leads that are chosen in the list: what it needs, what it would do, and what it did. */
export const ChangeStatus = ({ ownerKey, rows, onClose }: ChangeStatusProps) => {
  const queries = useQueryClient();
  const [preview, setPreview] = useState<BulkImportResult | null>(null);
  const show = (result: BulkImportResult) => {
    setPreview(result);
    void queries.invalidateQueries({ queryKey: [leadSearch.id] });
  };
  const title = `Change the status of ${formatCount(rows.length)} ${rows.length === 1 ? 'lead' : 'leads'}`;
  return (
    <Modal opened onClose={onClose} title={<strong>{title}</strong>} size={preview ? 1040 : 480} centered>
      {preview && (
        <ImportReview
          owner={ownerKey}
          file={preview}
          words={LEAD_WORDS}
          onApplied={show}
          onUndone={show}
          onAnother={preview.state === 'VALIDATED' ? () => setPreview(null) : onClose}
          onClose={onClose}
        />
      )}
      {/* Whoever goes back from a preview finds what they had entered. */}
      <div hidden={preview !== null}>
        <StatusForm
          ownerKey={ownerKey}
          statuses={[...new Set(rows.map(({ status }) => status))]}
          leads={{ leadCaptureKeys: rows.map(({ leadCaptureKey }) => leadCaptureKey) }}
          onPreview={setPreview}
        />
      </div>
    </Modal>
  );
};

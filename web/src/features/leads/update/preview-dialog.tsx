import { Modal } from '@mantine/core';
import { type BulkImportResult, leadDetails, leadSearch } from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ImportReview } from '../../../shared/import-dialog/import-review.tsx';
import type { ImportWords } from '../../../shared/import-dialog/prepare-import.ts';

interface PreviewDialogProps {
  ownerKey: number;
  title: string;
  words: ImportWords;
  onClose: () => void;
  /** The input; calls back with a preview. */
  children: (onPreview: (result: BulkImportResult) => void) => ReactNode;
}

/** A dialog for an action on selected leads: input, preview, result. */
export const PreviewDialog = ({ ownerKey, title, words, onClose, children }: PreviewDialogProps) => {
  const queries = useQueryClient();
  const [preview, setPreview] = useState<BulkImportResult | null>(null);
  const show = (result: BulkImportResult) => {
    setPreview(result);
    for (const { id } of [leadSearch, leadDetails]) void queries.invalidateQueries({ queryKey: [id] });
  };
  return (
    <Modal opened onClose={onClose} title={<strong>{title}</strong>} size={preview ? 1040 : 480} centered>
      {preview && (
        <ImportReview
          owner={ownerKey}
          file={preview}
          words={words}
          onApplied={show}
          onUndone={show}
          onAnother={preview.state === 'VALIDATED' ? () => setPreview(null) : onClose}
          onClose={onClose}
        />
      )}
      {/* Input is kept when going back from the preview. */}
      <div hidden={preview !== null}>{children(setPreview)}</div>
    </Modal>
  );
};

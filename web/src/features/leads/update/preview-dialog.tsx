import { Modal } from '@mantine/core';
import { type BulkImportResult, leadSearch } from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ImportReview } from '../../../shared/import-dialog/import-review.tsx';
import type { ImportWords } from '../../../shared/import-dialog/prepare-import.ts';

interface PreviewDialogProps {
  ownerKey: number;
  title: string;
  words: ImportWords;
  onClose: () => void;
  /** What is entered; it says what would be done. */
  children: (onPreview: (result: BulkImportResult) => void) => ReactNode;
}

/** Something done to chosen leads: what it needs, what it would do, and what it did. */
export const PreviewDialog = ({ ownerKey, title, words, onClose, children }: PreviewDialogProps) => {
  const queries = useQueryClient();
  const [preview, setPreview] = useState<BulkImportResult | null>(null);
  const show = (result: BulkImportResult) => {
    setPreview(result);
    void queries.invalidateQueries({ queryKey: [leadSearch.id] });
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
      {/* Whoever goes back from a preview finds what they had entered. */}
      <div hidden={preview !== null}>{children(setPreview)}</div>
    </Modal>
  );
};

import { Box, Text } from '@mantine/core';
import type { PlatformFile, PlatformSourceKey, PlatformUndoPreview } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { LoadingSkeleton } from '../../ui/states/loading-skeleton.tsx';
import { undoPreviewQuery, useUndoFile } from './api.ts';
import { undoLines } from './prepare-platformdata.ts';
import classes from './platformdata.module.css';

const Changes = ({ preview }: { preview: PlatformUndoPreview }) => {
  const { sum, days, more } = undoLines(preview);
  return (
    <>
      {sum}
      {days.length > 0 && (
        <Box component="ul" fz={13} m="8px 0 0" pl={18} aria-label="Days that change">
          {days.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Box>
      )}
      {more !== null && <p className={classes.note}>{more}</p>}
    </>
  );
};

interface UndoDialogProps {
  ownerKey: number;
  sourceKey: PlatformSourceKey;
  /** Null while it is closed. */
  file: PlatformFile | null;
  onClose: () => void;
}

/** Asks before an upload is undone, with the rows and the cost that go. */
export const UndoDialog = ({ ownerKey, sourceKey, file, onClose }: UndoDialogProps) => {
  const undo = useUndoFile(ownerKey, sourceKey, onClose);
  const preview = useQuery({
    ...undoPreviewQuery(ownerKey, sourceKey, file?.fileKey ?? 0),
    enabled: file !== null,
    // Figures of an earlier look may be out of date.
    gcTime: 0,
  });
  return (
    <ConfirmDialog
      isOpen={file !== null}
      title={`Undo ${file?.fileName ?? ''}?`}
      text={
        preview.error ? (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {preview.error.message}
          </Text>
        ) : preview.data === undefined ? (
          <LoadingSkeleton label="Loading what it changed" lines={3} />
        ) : (
          <Changes preview={preview.data} />
        )
      }
      action="Undo file"
      isGrave
      isReady={preview.isSuccess}
      isBusy={undo.isPending}
      onConfirm={() => file && undo.mutate(file.fileKey)}
      onClose={onClose}
    />
  );
};

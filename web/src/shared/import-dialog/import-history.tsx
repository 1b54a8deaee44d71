import { Box, Button, Group, Text } from '@mantine/core';
import type { BulkImport } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant, localZone } from '../../lib/text/format.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadingSkeleton } from '../../ui/states/loading-skeleton.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { RetryPanel } from '../../ui/states/retry-panel.tsx';
import { failedCall, fileCall, importsQuery, toApiError, useSaveFile, useUndoImport } from './import-api.ts';
import classes from './import-history.module.css';
import { prepareState } from './prepare-import.ts';

interface ImportHistoryProps {
  owner: number;
  kind: string;
  onOpen: (importKey: number) => void;
  onUndone: () => void;
}

interface ItemProps {
  owner: number;
  file: BulkImport;
  onOpen: () => void;
  onUndo: () => void;
}

const Item = ({ owner, file, onOpen, onUndo }: ItemProps) => {
  const { mutate: save, isPending } = useSaveFile();
  const { importKey, fileName, uploaded, undone } = file;
  return (
    <li className={classes.item}>
      <Box flex={1} miw={220}>
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {fileName}
        </Text>
        <Note size="xs">
          {prepareState(file)} · {uploaded.by}, {formatInstant(uploaded.at, localZone())}
          {undone && ` · undone by ${undone.by}, ${formatInstant(undone.at, localZone())}`}
        </Note>
      </Box>
      <Group gap={4} align="stretch" wrap="nowrap">
        <Button variant="subtle" size="xs" onClick={onOpen} aria-label={`Show the rows of ${fileName}`}>
          Rows
        </Button>
        {file.hasFile && (
          <Button
            variant="subtle"
            size="xs"
            disabled={isPending}
            onClick={() => save(fileCall(owner, importKey))}
            aria-label={`Download the file ${fileName}`}
          >
            File
          </Button>
        )}
        {file.hasFailed && (
          <Button
            variant="subtle"
            size="xs"
            disabled={isPending}
            onClick={() => save(failedCall(owner, importKey))}
            aria-label={`Download the failed rows of ${fileName}`}
          >
            Failed rows
          </Button>
        )}
        {file.undoUntil !== null && (
          <Button variant="default" size="xs" onClick={onUndo} aria-label={`Undo ${fileName}`}>
            Undo
          </Button>
        )}
      </Group>
    </li>
  );
};

/** The imports of a kind: who sent which file when, the result, and undo. */
export const ImportHistory = ({ owner, kind, onOpen, onUndone }: ImportHistoryProps) => {
  const { data: files, error, refetch } = useQuery(importsQuery(owner, kind));
  const [undoing, setUndoing] = useState<BulkImport | null>(null);
  const { mutate: undo, isPending } = useUndoImport(owner, onUndone);
  if (error && !files)
    return (
      <RetryPanel message={error.message} requestId={toApiError(error).requestId} onRetry={() => void refetch()} />
    );
  if (!files) return <LoadingSkeleton label="Loading the files" lines={4} />;
  if (files.length === 0) return <EmptyState title="No file yet">Uploaded files are listed here.</EmptyState>;
  return (
    <>
      <ul className={classes.list}>
        {files.map((file) => (
          <Item
            key={file.importKey}
            owner={owner}
            file={file}
            onOpen={() => onOpen(file.importKey)}
            onUndo={() => setUndoing(file)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={undoing !== null}
        title="Undo this file?"
        text={`Everything that ${undoing?.fileName ?? 'it'} changed is undone, unless someone has changed it since.`}
        action="Undo"
        isGrave
        isBusy={isPending}
        onConfirm={() => undoing && undo(undoing.importKey, { onSettled: () => setUndoing(null) })}
        onClose={() => setUndoing(null)}
      />
    </>
  );
};

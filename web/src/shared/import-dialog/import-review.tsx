import { Button, Radio, Stack, Text } from '@mantine/core';
import type { BulkImportResult, BulkMode } from '@paceline/contract';
import { useState } from 'react';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { failedCall, toApiError, useApplyImport, useSaveFile, useUndoImport } from './import-api.ts';
import { ImportRows } from './import-rows.tsx';
import classes from './import-review.module.css';
import { FILE_WORDS, importLabel, type ImportWords, prepareOutcome, prepareVerdict } from './prepare-import.ts';

interface ImportReviewProps {
  owner: number;
  file: BulkImportResult;
  onApplied: (result: BulkImportResult) => void;
  /** Returns to choosing a file. */
  onAnother: () => void;
  onClose: () => void;
  /** For changes that are not files: their wording, and a callback after an undo here. */
  words?: ImportWords;
  onUndone?: (result: BulkImportResult) => void;
}

const MAX_LISTED = 20;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Row errors of an all-or-nothing file that was not applied. */
const RowErrors = ({ error }: { error: Error }) => {
  const { errors } = toApiError(error);
  if (errors.length === 0) return null;
  return (
    <ul className={classes.errors}>
      {errors.slice(0, MAX_LISTED).map(({ row, field, message }) => (
        <li key={`${row} ${field} ${message}`}>{message}</li>
      ))}
      {errors.length > MAX_LISTED && <li>and {errors.length - MAX_LISTED} more</li>}
    </ul>
  );
};

const Remarks = ({ file }: { file: BulkImportResult }) => {
  const ignored = file.ignoredColumns.map(
    ({ reason, cells }) => `${capitalised(reason)} ${cells === 1 ? '1 cell was' : `${cells} cells were`} left out.`,
  );
  const remarks = [...ignored, ...file.warnings];
  if (remarks.length === 0) return null;
  return (
    <ul className={classes.warnings} aria-label="Warnings">
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  );
};

/** A file's preview, the decision to apply it, and the result. */
export const ImportReview = (props: ImportReviewProps) => {
  const { owner, file, onApplied, onAnother, onClose, words = FILE_WORDS, onUndone } = props;
  const [mode, setMode] = useState<BulkMode>('goodRows');
  const { mutate: apply, isPending, error } = useApplyImport(owner, onApplied);
  const { mutate: save, isPending: isSaving } = useSaveFile();
  const { mutate: undo, isPending: isUndoing } = useUndoImport(owner, (result) => onUndone?.(result), words.undone);
  const isDone = file.state !== 'VALIDATED';
  return (
    <Stack gap={14}>
      <div>
        <Note>{file.fileName}</Note>
        <Text inherit fw={600} role="status">
          {isDone ? prepareOutcome(file, words) : prepareVerdict(file, words)}
        </Text>
        <Remarks file={file} />
      </div>
      <ImportRows key={`${file.importKey} ${file.state}`} owner={owner} file={file} words={words} />
      <FormFailure failure={error && { message: error.message, requestId: toApiError(error).requestId }} />
      {error && <RowErrors error={error} />}
      {file.canApply && (
        <Radio.Group label={words.modes.label} value={mode} onChange={setMode} className={classes.mode}>
          <Radio value="goodRows" label={words.modes.goodRows} />
          <Radio
            value="allOrNothing"
            label={words.modes.allOrNothing}
            disabled={file.counts.error > 0}
            description={file.counts.error > 0 ? words.modes.notAll : undefined}
          />
        </Radio.Group>
      )}
      <ButtonRow>
        {file.hasFailed && (
          <Button
            variant="default"
            loading={isSaving}
            onClick={() => save(failedCall(owner, file.importKey))}
            me="auto"
          >
            Download failed rows
          </Button>
        )}
        {onUndone && file.undoUntil !== null && (
          <Button variant="default" loading={isUndoing} onClick={() => undo(file.importKey)}>
            Undo
          </Button>
        )}
        <Button variant="default" onClick={onAnother}>
          {isDone ? words.back.after : words.back.before}
        </Button>
        {isDone ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <Button
            disabled={!file.canApply}
            loading={isPending}
            onClick={() => apply({ importKey: file.importKey, mode })}
          >
            {importLabel(file.counts, words)}
          </Button>
        )}
      </ButtonRow>
    </Stack>
  );
};

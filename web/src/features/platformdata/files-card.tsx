import { TableHead } from '../../ui/table-head.tsx';
import { Button } from '@mantine/core';
import {
  PLATFORM_FILE_OUTCOMES,
  PLATFORM_FILE_WAYS,
  type PlatformFile,
  type PlatformFileOutcome,
  type PlatformSourceKey,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDollars, formatInstant, NONE } from '../../lib/text/format.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import table from '../../ui/lists/plain-table.module.css';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { StatusMark, type StatusTone } from '../../ui/marks/status-mark.tsx';
import { filesQuery } from './api.ts';
import { fileText } from './prepare-platformdata.ts';
import { UndoDialog } from './undo-dialog.tsx';
import classes from './platformdata.module.css';

const TONES: Readonly<Record<PlatformFileOutcome, StatusTone>> = { LOADED: 'good', UNCHANGED: 'off', REFUSED: 'bad' };

interface FilesCardProps {
  ownerKey: number;
  sourceKey: PlatformSourceKey;
  timeZone: string;
}

/** The files received for an account, including refused ones. */
export const FilesCard = ({ ownerKey, sourceKey, timeZone }: FilesCardProps) => {
  const [before, setBefore] = useState<number | null>(null);
  const query = useQuery(filesQuery(ownerKey, sourceKey, before));
  const mayUpdate = useMay('tradingplatforms:Update');
  const [undone, setUndone] = useState<PlatformFile | null>(null);
  return (
    <SectionCard title="Files" note="The latest first.">
      <Loaded query={query} what="files">
        {({ rows, hasMore }) =>
          rows.length === 0 ? (
            <EmptyState title="No files yet">Reports that are uploaded or pushed are listed here.</EmptyState>
          ) : (
            <>
              <table className={table.table} aria-label="Files">
                <TableHead
                  of={['File', 'Result', 'What it changed', 'Cost in file', 'Cost stored', 'Received', 'Undo']}
                />
                <tbody>
                  {rows.map((file) => (
                    <tr key={file.fileKey}>
                      <th scope="row">{file.fileName}</th>
                      <td data-label="Result">
                        <StatusMark tone={TONES[file.outcome]}>{PLATFORM_FILE_OUTCOMES[file.outcome]}</StatusMark>
                      </td>
                      <td data-label="What it changed">{fileText(file)}</td>
                      <td data-label="Cost in file">
                        {file.fileSums?.cost === undefined ? NONE : formatDollars(file.fileSums.cost)}
                      </td>
                      <td data-label="Cost stored">
                        {file.storedSums?.cost === undefined ? NONE : formatDollars(file.storedSums.cost)}
                      </td>
                      <td data-label="Received">
                        {`${formatInstant(file.receivedAt, timeZone)}, ${file.receivedBy ?? PLATFORM_FILE_WAYS[file.way]}`}
                      </td>
                      <td data-label="Undo">
                        {mayUpdate && file.undoUntil !== null && (
                          <Button
                            variant="default"
                            size="xs"
                            aria-label={`Undo ${file.fileName}`}
                            title={`Until ${formatInstant(file.undoUntil, timeZone)}`}
                            onClick={() => setUndone(file)}
                          >
                            Undo
                          </Button>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <div className={classes.buttons}>
                {before !== null && (
                  <Button variant="default" size="xs" onClick={() => setBefore(null)}>
                    Latest files
                  </Button>
                )}
                {hasMore && (
                  <Button variant="default" size="xs" onClick={() => setBefore(rows.at(-1)?.fileKey ?? null)}>
                    Earlier files
                  </Button>
                )}
              </div>
            </>
          )
        }
      </Loaded>
      <UndoDialog ownerKey={ownerKey} sourceKey={sourceKey} file={undone} onClose={() => setUndone(null)} />
    </SectionCard>
  );
};

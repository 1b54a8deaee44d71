import { wholePercent } from '@paceline/contract';
import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import type { Progress } from '../../lib/files/download.ts';
import { Note } from '../../ui/pieces/note.tsx';
import classes from './file-drop.module.css';

interface FileDropProps {
  /** Upload progress; null when nothing is being sent. */
  progress: Progress | null;
  fileName: string | null;
  onFile: (file: File) => void;
  onCancel: () => void;
}

const percentOf = ({ loaded, total }: Progress): number | null => (total ? wholePercent((loaded / total) * 100) : null);

/** After the upload, the remaining time is the server reading the file. */
const progressText = (percent: number | null): string => {
  if (percent === null) return 'Uploading…';
  return percent < 100 ? `Uploading… ${percent} %` : 'Checking the rows…';
};

export const FileDrop = ({ progress, fileName, onFile, onCancel }: FileDropProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
    // Allows choosing the same file again after it was corrected.
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };

  if (progress) {
    const percent = percentOf(progress);
    return (
      <div className={classes.drop} aria-busy="true">
        <p className={classes.name}>{fileName}</p>
        <progress className={classes.bar} aria-label="Upload" max={100} {...(percent !== null && { value: percent })} />
        <Note size="xs" maw="52ch" lh={1.5} role="status">
          {progressText(percent)}
        </Note>
        <Button variant="default" size="xs" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    // Dropping is a shortcut for the button inside, which is accessible to everyone.
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileSpreadsheet size={34} stroke={1.4} aria-hidden="true" className={classes.icon} />
      <p className={classes.name}>Drop a file here</p>
      <Button variant="default" data-autofocus onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".xlsx,.csv"
        aria-label="Spreadsheet"
        className={classes.input}
        tabIndex={-1}
        onChange={({ currentTarget }) => take(currentTarget.files)}
      />
      <Note size="xs" maw="52ch" lh={1.5}>
        .xlsx or UTF-8 .csv, up to 10 MB. Blank cells are not changed; NULL clears a cell. You review all changes before
        anything is saved.
      </Note>
    </div>
  );
};

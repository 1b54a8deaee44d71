import { Button, FileButton, Textarea } from '@mantine/core';
import { MAX_ZIPS } from '@paceline/contract';
import { useState } from 'react';
import { saveFile } from '../../../../lib/files/download.ts';
import { formatCount } from '../../../../lib/text/format.ts';
import { readZips, stateOfZip, zipFile, zipsByState } from './prepare-zips.ts';
import classes from './step-geo.module.css';

interface ZipEditorProps {
  /** `Included` or `Excluded`. */
  title: string;
  zips: readonly string[];
  error: string | undefined;
  fileName: string;
  onChange: (zips: string[]) => void;
}

/** With more codes, only the counts per state are shown. */
const MAX_LISTED = 60;

/** Edits ZIP codes: pasted, imported and exported, with counts per state. */
export const ZipEditor = ({ title, zips, error, fileName, onChange }: ZipEditorProps) => {
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const take = (input: string) => {
    const { zips: newZips, refused } = readZips(input);
    const next = [...new Set([...zips, ...newZips])].toSorted();
    onChange(next);
    const duplicates = newZips.length - (next.length - zips.length);
    const few = refused.slice(0, 5).join(', ');
    setSaid(
      [
        `${formatCount(next.length - zips.length)} added.`,
        ...(duplicates > 0 ? [`Already listed: ${formatCount(duplicates)}.`] : []),
        ...(refused.length > 0
          ? [`Not a ZIP code: ${few}${refused.length > 5 ? ` and ${formatCount(refused.length - 5)} more` : ''}.`]
          : []),
      ].join(' '),
    );
    setText('');
  };
  const remove = (gone: (zip: string) => boolean, words: string) => {
    onChange(zips.filter((zip) => !gone(zip)));
    setSaid(words);
  };
  const byState = zipsByState(zips);
  return (
    <div className={classes.zips} role="group" aria-label={`${title} ZIP codes`}>
      <div className={classes.zipHead}>
        <h3>{title} ZIP codes</h3>
        <span className={classes.hint}>
          {formatCount(zips.length)} of at most {formatCount(MAX_ZIPS)}
        </span>
      </div>
      <Textarea
        aria-label={`${title}: ZIP codes to add`}
        placeholder="78701, 78702 …  paste a column from a spreadsheet"
        autosize
        minRows={2}
        maxRows={6}
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.zipTools}>
        <Button size="xs" variant="default" disabled={text.trim() === ''} onClick={() => take(text)}>
          Add
        </Button>
        <FileButton
          accept=".csv,.txt,text/csv,text/plain"
          onChange={(file) => void file?.text().then(take, () => setSaid('The file cannot be read.'))}
        >
          {(props) => (
            <Button {...props} size="xs" variant="default">
              Import a file
            </Button>
          )}
        </FileButton>
        <Button
          size="xs"
          variant="default"
          disabled={zips.length === 0}
          onClick={() => saveFile({ name: fileName, blob: new Blob([zipFile(zips)], { type: 'text/csv' }) })}
        >
          Export
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          disabled={zips.length === 0}
          onClick={() => remove(() => true, 'All ZIP codes removed.')}
        >
          Clear
        </Button>
      </div>
      <p className={classes.hint} role="status">
        {said}
      </p>
      {byState.length > 0 && (
        <ul className={classes.chips} aria-label={`${title} ZIP codes by state`}>
          {byState.map(({ state, name, count }) => (
            <li key={state} className={classes.chip}>
              {name} <strong>{formatCount(count)}</strong>
              <button
                type="button"
                aria-label={`Remove the ZIP codes of ${name}`}
                onClick={() => remove((zip) => stateOfZip(zip) === state, `ZIP codes of ${name} removed.`)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {zips.length > 0 && zips.length <= MAX_LISTED && <p className={classes.codes}>{zips.join(' ')}</p>}
    </div>
  );
};

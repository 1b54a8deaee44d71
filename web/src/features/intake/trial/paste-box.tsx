import { Box, Title } from '@mantine/core';
import { useId, useRef } from 'react';
import classes from './paste-box.module.css';

/** An error with its line; no line for a missing field. */
export interface PasteFault {
  field: string | null;
  line: number | null;
  message: string;
}

interface PasteBoxProps {
  value: string;
  faults: readonly PasteFault[];
  onChange: (text: string) => void;
}

const MIN_LINES = 14;

const rangeOf = (text: string, line: number): [number, number] => {
  const rows = text.split('\n');
  const start = rows.slice(0, line - 1).reduce((sum, row) => sum + row.length + 1, 0);
  return [start, start + (rows[line - 1]?.length ?? 0)];
};

const faultTitle = (count: number): string => (count === 1 ? '1 thing to fix' : `${count} things to fix`);

/** An input for a post with line numbers; lines with errors are marked, and every error links to its line. */
export const PasteBox = ({ value, faults, onChange }: PasteBoxProps) => {
  const box = useRef<HTMLTextAreaElement>(null);
  const [id, faultsId] = [useId(), useId()];
  const lines = value.split('\n').length;
  const wrong = new Set(faults.map(({ line }) => line));
  const show = (line: number) => {
    box.current?.focus();
    box.current?.setSelectionRange(...rangeOf(value, line));
  };
  return (
    <div>
      <Box htmlFor={id} component="label" display="block" fz="sm" fw={600} mb={4}>
        Lead
      </Box>
      <div className={classes.paper}>
        <ol className={classes.lines} aria-hidden="true">
          {Array.from({ length: Math.max(lines, MIN_LINES) }, (_, index) => (
            <li key={index} data-wrong={wrong.has(index + 1) || undefined}>
              {index < lines ? index + 1 : ''}
            </li>
          ))}
        </ol>
        <textarea
          ref={box}
          id={id}
          className={classes.box}
          rows={Math.max(lines, MIN_LINES)}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          placeholder={'{ "firstName": "…" }\nor firstName=…&lastName=…\nor a CSV header and one row'}
          aria-invalid={faults.length > 0}
          aria-describedby={faults.length > 0 ? faultsId : undefined}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      {faults.length > 0 && (
        <div id={faultsId} className={classes.faults}>
          <Title order={3} mb={4} c="var(--mantine-color-error)" fz="sm">
            {faultTitle(faults.length)}
          </Title>
          <ul>
            {faults.map(({ field, line, message }) => (
              <li key={`${field} ${message}`}>
                {line === null ? (
                  <span className={classes.place}>{field === null ? 'Lead' : 'Missing'}</span>
                ) : (
                  <button type="button" className={classes.place} onClick={() => show(line)}>
                    Line {line}
                  </button>
                )}
                <span>
                  {field !== null && <code>{field}</code>} {message}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
};

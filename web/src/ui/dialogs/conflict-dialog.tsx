import { Button, Modal, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { formatInstant, localZone } from '../../lib/text/format.ts';
import { ButtonRow } from '../pieces/button-row.tsx';
import classes from './conflict-dialog.module.css';
import { Note } from '../pieces/note.tsx';

/** A field that both sides changed differently. */
export interface Conflict {
  path: string;
  label: string;
  theirs: string;
  mine: string;
  /** Both changes combined; null if they cannot be. */
  both: string | null;
  by: string;
  /** When they saved it; null if unknown. */
  at: string | null;
}
export type Side = 'mine' | 'theirs' | 'both';
/** The chosen side by path; mine by default. */
export type Choices = Readonly<Record<string, Side>>;

interface ConflictDialogProps {
  /** Noun for the saved record, as in “this line item”. */
  what: string;
  conflicts: readonly Conflict[] | null;
  /** Label of the button that applies the choices. */
  action: string;
  onSettle: (choices: Choices) => void;
  onClose: () => void;
}

const isShort = ({ theirs, mine, both }: Conflict): boolean => both === null && theirs.length + mine.length < 32;

const Choice = ({ conflict, side, onChoose }: { conflict: Conflict; side: Side; onChoose: (side: Side) => void }) => (
  <li className={classes.conflict}>
    <div>
      <Text size="sm" fw={600}>
        {conflict.label}
      </Text>
      <Note size="xs">
        {conflict.by}
        {conflict.at && `, ${formatInstant(conflict.at, localZone())}`}
      </Note>
    </div>
    <SegmentedControl
      aria-label={conflict.label}
      fullWidth
      classNames={{ innerLabel: classes.value ?? '' }}
      orientation={isShort(conflict) ? 'horizontal' : 'vertical'}
      value={side}
      onChange={(value) => onChoose(value)}
      data={[
        { value: 'theirs' as const, label: `Theirs: ${conflict.theirs}` },
        { value: 'mine' as const, label: `Mine: ${conflict.mine}` },
        ...(conflict.both === null ? [] : [{ value: 'both' as const, label: `Both: ${conflict.both}` }]),
      ]}
    />
  </li>
);

const Body = ({
  what,
  conflicts,
  action,
  onSettle,
  onClose,
}: ConflictDialogProps & { conflicts: readonly Conflict[] }) => {
  const [choices, setChoices] = useState<Choices>({});
  return (
    <>
      <Text size="sm" mb={12} lh={1.55}>
        Someone else saved {what} while you were editing it. Changes that do not overlap are kept. Choose a value where
        you both changed the same field.
      </Text>
      <ul className={classes.list}>
        {conflicts.map((conflict) => (
          <Choice
            key={conflict.path}
            conflict={conflict}
            side={choices[conflict.path] ?? 'mine'}
            onChoose={(side) => setChoices((now) => ({ ...now, [conflict.path]: side }))}
          />
        ))}
      </ul>
      <ButtonRow mt={16}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Back to the form
        </Button>
        {conflicts.length > 1 && (
          <Button
            variant="default"
            onClick={() => setChoices(Object.fromEntries(conflicts.map(({ path }) => [path, 'theirs'])))}
          >
            Take all of theirs
          </Button>
        )}
        <Button onClick={() => onSettle(choices)}>{action}</Button>
      </ButtonRow>
    </>
  );
};

/** Who saved last, and when; the newest save if there are several fields. */
const titleOf = (conflicts: readonly Conflict[] | null): string => {
  const newest = (conflicts ?? []).toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))[0];
  if (newest === undefined) return 'Changed by someone else';
  return `Changed by ${newest.by}${newest.at ? `, ${formatInstant(newest.at, localZone())}` : ''}`;
};

/** Shows conflicting changes side by side; the later editor chooses. */
export const ConflictDialog = ({ conflicts, ...rest }: ConflictDialogProps) => (
  <Modal
    opened={conflicts !== null}
    onClose={rest.onClose}
    title={<strong>{titleOf(conflicts)}</strong>}
    centered
    size={560}
  >
    {conflicts && <Body conflicts={conflicts} {...rest} />}
  </Modal>
);

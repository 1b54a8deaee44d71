import { Button, Modal, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { formatInstant, localZone } from '../lib/format.ts';
import classes from './conflict-dialog.module.css';

/** One thing that both have changed, each to something else. */
export interface Conflict {
  path: string;
  label: string;
  theirs: string;
  mine: string;
  by: string;
  /** When they saved it; null where that is not known. */
  at: string | null;
}

interface ConflictDialogProps {
  /** What was saved, as in “this line item”. */
  what: string;
  conflicts: readonly Conflict[] | null;
  /** With the paths for which theirs was chosen. */
  onSettle: (paths: string[]) => void;
  onClose: () => void;
}

type Side = 'mine' | 'theirs';

const Choice = ({ conflict, side, onChoose }: { conflict: Conflict; side: Side; onChoose: (side: Side) => void }) => (
  <li className={classes.conflict}>
    <div>
      <p className={classes.label}>{conflict.label}</p>
      <p className={classes.who}>
        {conflict.by}
        {conflict.at && `, ${formatInstant(conflict.at, localZone())}`}
      </p>
    </div>
    <SegmentedControl
      aria-label={conflict.label}
      fullWidth
      value={side}
      onChange={(value) => onChoose(value)}
      data={[
        { value: 'theirs', label: `Theirs: ${conflict.theirs}` },
        { value: 'mine', label: `Mine: ${conflict.mine}` },
      ]}
    />
  </li>
);

const Body = ({ what, conflicts, onSettle, onClose }: ConflictDialogProps & { conflicts: readonly Conflict[] }) => {
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const choose = (path: string, side: Side) =>
    setTheirs((now) => (side === 'theirs' ? [...now, path] : now.filter((one) => one !== path)));
  return (
    <>
      <p className={classes.text}>
        Somebody else saved {what} while you were working on it. What only one of you changed is kept. Choose what
        counts where you both made a change.
      </p>
      <ul className={classes.list}>
        {conflicts.map((conflict) => (
          <Choice
            key={conflict.path}
            conflict={conflict}
            side={theirs.includes(conflict.path) ? 'theirs' : 'mine'}
            onChoose={(side) => choose(conflict.path, side)}
          />
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Back to the form
        </Button>
        {conflicts.length > 1 && (
          <Button variant="default" onClick={() => setTheirs(conflicts.map(({ path }) => path))}>
            Take all of theirs
          </Button>
        )}
        <Button onClick={() => onSettle([...theirs])}>Save</Button>
      </div>
    </>
  );
};

/** What both have changed, side by side: whose counts is for the one to say who comes second. */
export const ConflictDialog = ({ conflicts, ...rest }: ConflictDialogProps) => (
  <Modal
    opened={conflicts !== null}
    onClose={rest.onClose}
    title={<strong>Somebody else was faster</strong>}
    centered
    size={560}
  >
    {conflicts && <Body conflicts={conflicts} {...rest} />}
  </Modal>
);

import { Button, Modal, Textarea } from '@mantine/core';
import { MILESTONE_LIMITS, unmatchedIgnore, unmatchedMatch } from '@paceline/contract';
import { type FormEvent, useState } from 'react';
import { toast } from '../../ui/toast-store.ts';
import { useUnmatchedChange } from './api.ts';
import classes from './milestones.module.css';
import { matchedText, rowsText, type ShownRow } from './prepare-unmatched.ts';

interface ActionsProps {
  ownerKey: number;
  rows: readonly ShownRow[];
  onDone: () => void;
}

const IgnoreForm = ({ ownerKey, rows, onDone }: ActionsProps) => {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const ignore = useUnmatchedChange(unmatchedIgnore, ownerKey, ({ ignored }) => {
    toast.success(`${rowsText(ignored)} ignored.`);
    onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') setError('Give a reason.');
    else ignore.mutate({ unmatchedKeys: rows.map(({ unmatchedKey }) => unmatchedKey), reason });
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.note}>No lead gets the milestone. The person that the row names is forgotten.</p>
      <Textarea
        label="Reason"
        required
        data-autofocus
        maxLength={MILESTONE_LIMITS.reasonCharacters}
        autosize
        minRows={2}
        value={reason}
        error={error}
        onChange={({ currentTarget }) => {
          setError(null);
          setReason(currentTarget.value);
        }}
      />
      <div className={classes.buttons}>
        <Button type="submit" color="red" loading={ignore.isPending}>
          Ignore
        </Button>
      </div>
    </form>
  );
};

/** What can be done about open rows, for one in its dialog and for many above the table. */
export const UnmatchedActions = ({ ownerKey, rows, onDone }: ActionsProps) => {
  const [isIgnoring, setIgnoring] = useState(false);
  const open = rows.filter(({ state }) => state === 'OPEN');
  const match = useUnmatchedChange(unmatchedMatch, ownerKey, (answer) => {
    toast.success(matchedText(answer));
    if (answer.matched > 0) onDone();
  });
  if (open.length === 0) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={match.isPending}
        onClick={() => match.mutate({ unmatchedKeys: open.map(({ unmatchedKey }) => unmatchedKey) })}
      >
        Match again
      </Button>
      <Button size="xs" variant="default" onClick={() => setIgnoring(true)}>
        Ignore
      </Button>
      <Modal
        opened={isIgnoring}
        onClose={() => setIgnoring(false)}
        title={<strong>Ignore {rowsText(open.length)}</strong>}
        centered
      >
        <IgnoreForm
          ownerKey={ownerKey}
          rows={open}
          onDone={() => {
            setIgnoring(false);
            onDone();
          }}
        />
      </Modal>
    </>
  );
};

import { Button, Modal } from '@mantine/core';
import { MILESTONE_LIMITS, unmatchedIgnore, unmatchedMatch } from '@paceline/contract';
import { useState } from 'react';
import { ReasonForm } from '../../ui/dialogs/reason-form.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { useUnmatchedChange } from './api.ts';
import { matchedText, rowsText, type ShownRow } from './prepare-unmatched.ts';

interface ActionsProps {
  ownerKey: number;
  rows: readonly ShownRow[];
  onDone: () => void;
}

const IgnoreForm = ({ ownerKey, rows, onDone }: ActionsProps) => {
  const { mutate, isPending } = useUnmatchedChange(unmatchedIgnore, ownerKey, ({ ignored }) => {
    toast.success(`${rowsText(ignored)} ignored.`);
    onDone();
  });
  return (
    <ReasonForm
      text="The milestone is not recorded. The row’s personal data is deleted."
      label="Ignore"
      color="red"
      maxLength={MILESTONE_LIMITS.reasonCharacters}
      isPending={isPending}
      onReason={(reason) => mutate({ unmatchedKeys: rows.map(({ unmatchedKey }) => unmatchedKey), reason })}
    />
  );
};

/** Actions on open rows: for one in its dialog, for several above the table. */
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

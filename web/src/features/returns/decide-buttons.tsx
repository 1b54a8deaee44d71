import { Button } from '@mantine/core';
import { MAX_RETURNS, type ReturnDecision, type ReturnRow } from '@paceline/contract';
import { lazy, Suspense, useState } from 'react';
import { formatCount } from '../../lib/text/format.ts';
import { toast } from '../../ui/toast/toast-store.ts';

// Loaded on a click.
const DecideDialog = lazy(async () => ({ default: (await import('./decide-dialog.tsx')).DecideDialog }));

/** Accept and decline: for one request in its drawer, for several above the table. */
export const DecideButtons = ({
  rows,
  clear,
}: {
  rows: readonly Pick<ReturnRow, 'state' | 'ownerKey' | 'returnKey'>[];
  clear: () => void;
}) => {
  const [decision, setDecision] = useState<ReturnDecision | null>(null);
  const open = rows.filter(({ state }) => state === 'OPEN');
  const [first] = open;
  const choose = (chosen: ReturnDecision) => {
    if (open.length > MAX_RETURNS)
      toast.error({ message: `At most ${formatCount(MAX_RETURNS)} returns can be decided at once.` });
    else setDecision(chosen);
  };
  return (
    <>
      <Button size="xs" disabled={first === undefined} onClick={() => choose('ACCEPT')}>
        Accept
      </Button>
      <Button size="xs" variant="default" disabled={first === undefined} onClick={() => choose('DECLINE')}>
        Decline
      </Button>
      {decision !== null && first !== undefined && (
        <Suspense fallback={null}>
          <DecideDialog
            ownerKey={first.ownerKey}
            returnKeys={open.map(({ returnKey }) => returnKey)}
            decision={decision}
            onClose={() => setDecision(null)}
            onDone={clear}
          />
        </Suspense>
      )}
    </>
  );
};

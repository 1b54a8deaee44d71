import { Button } from '@mantine/core';
import {
  type AccountStatusChanged,
  PLATFORM_ACCOUNT_STATUSES,
  type PlatformAccountRow,
  tradingPlatformPut,
} from '@paceline/contract';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { usePlatformChange } from './api.ts';
import { accountsText, STATUS_EFFECTS, statusTitle, undoOf } from './prepare-platforms.ts';

type SetStatus = keyof typeof STATUS_EFFECTS;
const STATUSES = Object.keys(STATUS_EFFECTS) as SetStatus[];

interface StatusActionsProps {
  ownerKey: number;
  accounts: readonly PlatformAccountRow[];
  onDone: () => void;
}

/** Sets the selected accounts' status after confirmation, with undo. */
export const StatusActions = ({ ownerKey, accounts, onDone }: StatusActionsProps) => {
  const [newStatus, setNewStatus] = useState<SetStatus | null>(null);
  const undo = usePlatformChange(tradingPlatformPut, {
    onDone: ({ changed }) => toast.success(`Undone: ${accountsText(changed)}.`),
  });
  const tell = (status: SetStatus, done: AccountStatusChanged) => {
    if (done.changed === 0) return toast.info('Nothing changed.');
    return toast.success(`${PLATFORM_ACCOUNT_STATUSES[status]}: ${accountsText(done.changed)}.`, {
      label: 'Undo',
      onAct: () => undo.mutate(undoOf(ownerKey, done)),
    });
  };
  const change = usePlatformChange(tradingPlatformPut, {
    onDone: (done) => {
      if (newStatus !== null) tell(newStatus, done);
      setNewStatus(null);
      onDone();
    },
  });
  return (
    <>
      {STATUSES.filter((status) => accounts.some((one) => one.status !== status)).map((status) => (
        <Button key={status} size="xs" variant="default" onClick={() => setNewStatus(status)}>
          Set to {PLATFORM_ACCOUNT_STATUSES[status].toLowerCase()}
        </Button>
      ))}
      <ConfirmDialog
        isOpen={newStatus !== null}
        title={newStatus === null ? '' : statusTitle(newStatus, accounts.length)}
        text={`${newStatus === null ? '' : STATUS_EFFECTS[newStatus]} Loaded data and its billing stay as they are.`}
        action="Set status"
        isBusy={change.isPending}
        onConfirm={() => {
          if (newStatus === null) return;
          change.mutate({
            ownerKey,
            accounts: accounts.map(({ semClientAccountKey, rowVersion }) => ({
              semClientAccountKey,
              rowVersion,
              status: newStatus,
            })),
          });
        }}
        onClose={() => setNewStatus(null)}
      />
    </>
  );
};

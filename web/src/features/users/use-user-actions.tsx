import { type ReactNode, useState } from 'react';
import { useMay } from '../../lib/session/permissions.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { type Named, nameOf, useSendReset, useSetActive } from './api.ts';

const ConfirmDialog = lazyDialog(async () => (await import('../../ui/dialogs/confirm-dialog.tsx')).ConfirmDialog);

type ActionKind = 'reset' | 'deactivate' | 'reactivate';

interface UserActionState {
  mayReset: boolean;
  mayDeactivate: boolean;
  askReset: () => void;
  askActive: () => void;
  /** The confirmation dialog, to be rendered by the caller. */
  dialog: ReactNode;
}

const textOf = (action: ActionKind, user: Named): { title: string; action: string; text: string } => {
  const name = nameOf(user);
  if (action === 'reset')
    return {
      title: 'Send a reset link?',
      action: 'Send link',
      text: `${name} gets a link at ${user.email}. It works once, within 15 minutes; the old password stays until then.`,
    };
  if (action === 'deactivate')
    return {
      title: `Deactivate ${name}?`,
      action: 'Deactivate',
      text: `${name} can no longer sign in, and all of their sessions end at once. Their past work stays.`,
    };
  return {
    title: `Reactivate ${name}?`,
    action: 'Reactivate',
    text: `${name} can sign in again, with the rights and owners as they were.`,
  };
};

/** Actions on a user other than editing, each with a confirmation. Not available for the own account. */
export const useUserActions = (user: Named & { active: boolean }): UserActionState => {
  const [action, setAction] = useState<ActionKind | null>(null);
  const isOther = useSession((state) => state.taclUserKey) !== user.userKey;
  const reset = useSendReset();
  const status = useSetActive();
  const close = () => setAction(null);
  const run = () => {
    if (action === 'reset') reset.mutate(user, { onSettled: close });
    else status.mutate({ userKey: user.userKey, active: action === 'reactivate' }, { onSettled: close });
  };
  return {
    mayReset: useMay('users:ResetPassword') && user.active,
    mayDeactivate: useMay('users:Deactivate') && isOther,
    askReset: () => setAction('reset'),
    askActive: () => setAction(user.active ? 'deactivate' : 'reactivate'),
    dialog: (
      <ConfirmDialog
        isOpen={action !== null}
        {...textOf(action ?? 'reset', user)}
        isGrave={action === 'deactivate'}
        isBusy={reset.isPending || status.isPending}
        onConfirm={run}
        onClose={close}
      />
    ),
  };
};

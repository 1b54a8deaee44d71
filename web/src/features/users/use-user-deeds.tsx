import { type ReactNode, useState } from 'react';
import { useMay } from '../../lib/permissions.ts';
import { useSession } from '../../lib/session-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Named, nameOf, useSendReset, useSetActive } from './api.ts';

type Deed = 'reset' | 'deactivate' | 'reactivate';

interface UserDeeds {
  mayReset: boolean;
  mayDeactivate: boolean;
  askReset: () => void;
  askActive: () => void;
  /** To be drawn somewhere: it asks before anything is done. */
  dialog: ReactNode;
}

const textOf = (deed: Deed, user: Named): { title: string; action: string; text: string } => {
  const name = nameOf(user);
  if (deed === 'reset')
    return {
      title: 'Send a reset link?',
      action: 'Send the link',
      text: `${name} gets a link at ${user.email}. It works once, within 15 minutes; the old password stays until then.`,
    };
  if (deed === 'deactivate')
    return {
      title: `Deactivate ${name}?`,
      action: 'Deactivate',
      text: `${name} can no longer sign in, and all of their sessions end at once. Nothing that they did is deleted.`,
    };
  return {
    title: `Reactivate ${name}?`,
    action: 'Reactivate',
    text: `${name} can sign in again, with the rights and owners as they were.`,
  };
};

/** What can be done to a user besides editing, with the question before it. The own account is not among them. */
export const useUserDeeds = (user: Named & { active: boolean }): UserDeeds => {
  const [deed, setDeed] = useState<Deed | null>(null);
  const isOther = useSession((state) => state.taclUserKey) !== user.userKey;
  const reset = useSendReset();
  const status = useSetActive();
  const close = () => setDeed(null);
  const run = () => {
    if (deed === 'reset') reset.mutate(user, { onSettled: close });
    else status.mutate({ userKey: user.userKey, active: deed === 'reactivate' }, { onSettled: close });
  };
  return {
    mayReset: useMay('users:ResetPassword') && user.active,
    mayDeactivate: useMay('users:Deactivate') && isOther,
    askReset: () => setDeed('reset'),
    askActive: () => setDeed(user.active ? 'deactivate' : 'reactivate'),
    dialog: (
      <ConfirmDialog
        isOpen={deed !== null}
        {...textOf(deed ?? 'reset', user)}
        isGrave={deed === 'deactivate'}
        isBusy={reset.isPending || status.isPending}
        onConfirm={run}
        onClose={close}
      />
    ),
  };
};

import { Button, Menu } from '@mantine/core';
import { groupOfUserType, hasPermission } from '@paceline/contract';
import {
  IconArrowBackUp,
  IconCalendarOff,
  IconCalendarPlus,
  IconChevronDown,
  IconCopy,
  IconFlag,
  IconPlayerPause,
  IconPlayerPlay,
  IconRocket,
  IconTrash,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { permissionSet } from '../../../lib/session/permissions.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { CloneDialog } from './clone-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { type ActedCampaign, type ActionKind, ACTION_LABELS, actionsFor } from './prepare-actions.ts';
import type { MoveKind } from './prepare-move.ts';
import { type OnAction, useCampaignActions } from './use-campaign-actions.ts';

interface CampaignActionsProps {
  campaign: ActedCampaign;
  /** Called when the action is done and the lists are invalidated. For a clone, with the copy's key. */
  onDone?: OnAction;
  /** One button with a menu, or one button per action. */
  variant?: 'menu' | 'buttons';
}

const ICONS: Record<ActionKind, typeof IconFlag> = {
  activate: IconRocket,
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  cancelPause: IconCalendarOff,
  end: IconFlag,
  reopen: IconCalendarPlus,
  clone: IconCopy,
  delete: IconTrash,
  restore: IconArrowBackUp,
};
const MOVES: readonly ActionKind[] = ['pause', 'resume', 'end', 'reopen'] satisfies MoveKind[];
const isMove = (action: ActionKind | null): action is MoveKind => action !== null && MOVES.includes(action);

/** The campaign actions the signed-in user may use; only the agency has any. */
export const useActionRights = () => {
  const permissions = useSession((state) => state.permissions);
  const isAgency = groupOfUserType(useSession((state) => state.userType) ?? '') === 'ag';
  return useMemo(() => {
    const granted = permissionSet(permissions);
    return (right: Parameters<typeof hasPermission>[1]) => isAgency && hasPermission(granted, right);
  }, [permissions, isAgency]);
};

/** The actions for one campaign in its current state: status changes, clone and delete. Nothing if none applies. */
export const CampaignActions = ({ campaign, onDone, variant = 'menu' }: CampaignActionsProps) => {
  const [openAction, setOpenAction] = useState<ActionKind | null>(null);
  const actions = actionsFor(campaign, useActionRights());
  const doing = useCampaignActions(campaign, onDone);
  const close = () => setOpenAction(null);
  const press = (action: ActionKind) => {
    if (action === 'activate') void doing.activate();
    else if (action === 'cancelPause') void doing.cancelPause();
    else if (action === 'restore') void doing.restore();
    else setOpenAction(action);
  };
  const iconOf = (action: ActionKind) => {
    const Icon = ICONS[action];
    return <Icon size={16} aria-hidden="true" />;
  };
  return (
    <>
      {variant === 'menu' && actions.length > 0 && (
        <Menu position="bottom-end" width={200} shadow="md">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden="true" />}>
              Actions
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map((action) => (
              <Menu.Item
                key={action}
                leftSection={iconOf(action)}
                {...(action === 'delete' && { color: 'red' })}
                onClick={() => press(action)}
              >
                {ACTION_LABELS[action]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {variant === 'buttons' &&
        actions.map((action) => (
          <Button
            key={action}
            size="xs"
            {...(action === 'delete' ? { variant: 'light', color: 'red' } : { variant: 'default' })}
            leftSection={iconOf(action)}
            onClick={() => press(action)}
          >
            {ACTION_LABELS[action]}
          </Button>
        ))}
      <MoveDialog
        kind={isMove(openAction) ? openAction : null}
        subject={campaign.name}
        onSend={doing.move}
        onClose={close}
      />
      <CloneDialog isOpen={openAction === 'clone'} campaign={campaign} onSend={doing.clone} onClose={close} />
      <DeleteDialog isOpen={openAction === 'delete'} campaign={campaign} onSend={doing.remove} onClose={close} />
    </>
  );
};

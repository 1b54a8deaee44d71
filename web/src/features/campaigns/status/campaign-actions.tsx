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
import { permissionSet } from '../../../lib/permissions.ts';
import { useSession } from '../../../lib/session-store.ts';
import { CloneDialog } from './clone-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { type ActedCampaign, type Deed, DEED_LABELS, deedsFor } from './prepare-actions.ts';
import type { MoveKind } from './prepare-move.ts';
import { type OnDeed, useDeeds } from './use-deeds.ts';

interface CampaignActionsProps {
  campaign: ActedCampaign;
  /** After it is done and the lists are asked for anew. A clone comes with the key of the copy. */
  onDone?: OnDeed;
  /** One button with a menu, or a button for each deed. */
  variant?: 'menu' | 'buttons';
}

const ICONS: Record<Deed, typeof IconFlag> = {
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
const MOVES: readonly Deed[] = ['pause', 'resume', 'end', 'reopen'] satisfies MoveKind[];
const isMove = (deed: Deed | null): deed is MoveKind => deed !== null && MOVES.includes(deed);

/** Which deeds whoever is signed in can do to campaigns; only the agency can do any. */
export const useDeedRights = () => {
  const permissions = useSession((state) => state.permissions);
  const isAgency = groupOfUserType(useSession((state) => state.userType) ?? '') === 'ag';
  return useMemo(() => {
    const granted = permissionSet(permissions);
    return (right: Parameters<typeof hasPermission>[1]) => isAgency && hasPermission(granted, right);
  }, [permissions, isAgency]);
};

/** What can be done to one campaign as it stands: its status, a copy, and deleting it. Nothing where nothing can. */
export const CampaignActions = ({ campaign, onDone, variant = 'menu' }: CampaignActionsProps) => {
  const [asked, setAsked] = useState<Deed | null>(null);
  const deeds = deedsFor(campaign, useDeedRights());
  const doing = useDeeds(campaign, onDone);
  const close = () => setAsked(null);
  const press = (deed: Deed) => {
    if (deed === 'activate') void doing.activate();
    else if (deed === 'cancelPause') void doing.cancelPause();
    else if (deed === 'restore') void doing.restore();
    else setAsked(deed);
  };
  const iconOf = (deed: Deed) => {
    const Icon = ICONS[deed];
    return <Icon size={16} aria-hidden="true" />;
  };
  return (
    <>
      {variant === 'menu' && deeds.length > 0 && (
        <Menu position="bottom-end" width={200} shadow="md">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden="true" />}>
              Actions
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {deeds.map((deed) => (
              <Menu.Item
                key={deed}
                leftSection={iconOf(deed)}
                {...(deed === 'delete' && { color: 'red' })}
                onClick={() => press(deed)}
              >
                {DEED_LABELS[deed]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {variant === 'buttons' &&
        deeds.map((deed) => (
          <Button
            key={deed}
            size="xs"
            {...(deed === 'delete' ? { variant: 'light', color: 'red' } : { variant: 'default' })}
            leftSection={iconOf(deed)}
            onClick={() => press(deed)}
          >
            {DEED_LABELS[deed]}
          </Button>
        ))}
      <MoveDialog kind={isMove(asked) ? asked : null} subject={campaign.name} onSend={doing.move} onClose={close} />
      <CloneDialog isOpen={asked === 'clone'} campaign={campaign} onSend={doing.clone} onClose={close} />
      <DeleteDialog isOpen={asked === 'delete'} campaign={campaign} onSend={doing.remove} onClose={close} />
    </>
  );
};

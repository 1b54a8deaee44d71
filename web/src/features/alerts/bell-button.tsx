import { ActionIcon, Popover } from '@mantine/core';
import { alertUnread } from '@paceline/contract';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import { callQuery } from '../../lib/api/op-query.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { useWaitingOrders } from '../../shared/waiting-orders.ts';
import classes from './bell-button.module.css';

const BellPanel = lazy(async () => ({ default: (await import('./bell-panel.tsx')).BellPanel }));

/** The server checks for alerts once a minute: polling more often finds nothing new. */
const LOOK_MS = 60_000;
const MAX_COUNT = 99;

/** The number of unread alerts; their list loads when it is opened. Does not poll while the tab is hidden. */
export const BellButton = () => {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const signedIn = useSession((state) => state.accessToken) !== null;
  const { data } = useQuery({
    ...callQuery(alertUnread, {}),
    enabled: signedIn,
    refetchInterval: LOOK_MS,
    staleTime: LOOK_MS / 2,
  });
  // An order that waits is in the bell until it is answered.
  const waiting = useWaitingOrders().data?.orders.length ?? 0;
  const unread = (data?.unread ?? 0) + waiting;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(440px, 100vw - 16px)"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          pos="relative"
          style={{ overflow: 'visible' }}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={unread === 0 ? 'Alerts' : `Alerts, ${unread} unread`}
          onClick={() => setOpen((now) => !now)}
        >
          <IconBell size={20} aria-hidden="true" />
          {unread > 0 && (
            <span className={classes.count} aria-hidden="true">
              {unread > MAX_COUNT ? `${MAX_COUNT}+` : unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label="Alerts">
        {isOpen && (
          <Suspense fallback={null}>
            <BellPanel onClose={close} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
};

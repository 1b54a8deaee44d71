import { ActionIcon, Button, Stack, Text, Title, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { alertBell, type AlertMark, alertMark, alertUnread, SNOOZE_HOURS } from '@paceline/contract';
import { IconCheck, IconClockPause } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { localZone } from '../../lib/text/format.ts';
import { momentWriter } from '../../lib/text/moment-writer.ts';
import { hrefOf, PATHS } from '../../lib/address/paths.ts';
import { permissionSet } from '../../lib/session/permissions.ts';
import { groupOfSession, useSession } from '../../lib/session/session-store.ts';
import { LoadingSkeleton } from '../../ui/states/loading-skeleton.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { RetryPanel } from '../../ui/states/retry-panel.tsx';
import classes from './bell-panel.module.css';
import { type BellEntry, type BellGroup, bellGroups } from './prepare-alerts.ts';
import { fetchApi } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { WaitingOrders } from './waiting-orders.tsx';
import { useWaitingOrders } from '../../shared/waiting-orders.ts';

const bellQuery = () => ({ ...callQuery(alertBell, {}), staleTime: 0 });

/** Marks alerts for the user and refreshes the bell and its number. */
const useMark = () => {
  const queries = useQueryClient();
  return useMutation({
    // Not cancelled by a newer call: two rows may be marked in quick succession.
    mutationFn: (body: { alertKeys: number[] | null; mark: AlertMark }) => fetchApi(alertMark, { body }),
    onSettled: () => {
      for (const { id } of [alertBell, alertUnread]) void queries.invalidateQueries({ queryKey: [id] });
    },
    onError: tellFailure,
  });
};

/** Per group; the rest can be expanded. */
const SHOWN = 5;

interface RowProps {
  entry: BellEntry;
  onMark: (mark: AlertMark) => void;
  onOpen: () => void;
}

const Row = ({ entry, onMark, onOpen }: RowProps) => (
  <li className={classes.row} data-unread={!entry.isRead || undefined} data-serious={entry.isSerious || undefined}>
    <a className={classes.link} href={entry.href} data-alert={entry.alertKeys.join()} onClick={onOpen}>
      {!entry.isRead && <VisuallyHidden>Unread: </VisuallyHidden>}
      <span className={classes.title}>{entry.title}</span>
      <Text span size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[entry.owner, entry.detail].filter(Boolean).join(' · ')}
      </Text>
    </a>
    <Tooltip label="Done (e): gone until it gets worse" openDelay={400}>
      <ActionIcon variant="subtle" color="gray" aria-label={`Done: ${entry.title}`} onClick={() => onMark('done')}>
        <IconCheck size={16} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
    <Tooltip label={`Snooze for ${SNOOZE_HOURS} hours (h)`} openDelay={400}>
      <ActionIcon variant="subtle" color="gray" aria-label={`Snooze: ${entry.title}`} onClick={() => onMark('snooze')}>
        <IconClockPause size={16} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  </li>
);

interface GroupProps {
  group: BellGroup;
  onMark: (entry: Pick<BellEntry, 'alertKeys'>, mark: AlertMark) => void;
  onOpen: (entry: BellEntry) => void;
}

const Group = ({ group: { title, entries }, onMark, onOpen }: GroupProps) => {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? entries : entries.slice(0, SHOWN);
  return (
    <section aria-label={title}>
      <Title order={3} pt={10} pb={4} px={14} c="dimmed" fw={600} fz="xs">
        {title}{' '}
        <Text span inherit>
          {entries.length}
        </Text>
      </Title>
      <PlainList>
        {shown.map((entry) => (
          <Row
            key={entry.alertKeys[0]}
            entry={entry}
            onMark={(mark) => onMark(entry, mark)}
            onOpen={() => onOpen(entry)}
          />
        ))}
      </PlainList>
      {shown.length < entries.length && (
        <UnstyledButton pt={4} pb={8} px={30} c="var(--pl-accent-text)" fz="sm" onClick={() => setWhole(true)}>
          Show all {entries.length}
        </UnstyledButton>
      )}
    </section>
  );
};

/** Orders that wait stand among the alerts, and cannot be marked. */
const isAlert = ({ dataset }: HTMLElement): boolean => /^\d+(,\d+)*$/.test(dataset['alert'] ?? '');

const keysOf = ({ dataset }: HTMLElement): [number, ...number[]] => {
  const [first = 0, ...others] = (dataset['alert'] ?? '').split(',').map(Number);
  return [first, ...others];
};

const MARK_KEYS: Readonly<Record<string, AlertMark>> = { e: 'done', h: 'snooze' };
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** The bell's alerts by group, worst first. Arrows or j and k move, Enter opens, e marks as done, h snoozes. */
export const BellPanel = ({ onClose }: { onClose: () => void }) => {
  const list = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery(bellQuery());
  const [opened] = useState(() => new Date());
  const { mutate } = useMark();
  const owners = useSession((state) => state.owners) ?? [];
  const group = groupOfSession() ?? 'cl';
  const permissions = useSession((state) => state.permissions);
  const reader = {
    group,
    permissions: permissionSet(permissions),
    write: momentWriter(localZone(), opened),
    now: opened,
    hasOwners: owners.length > 1 || group === 'mp',
  };
  const groups = bellGroups(data?.rows ?? [], reader);
  const waiting = useWaitingOrders().data?.orders ?? [];

  useEffect(() => {
    // Browser back and forward close the panel too.
    window.addEventListener('hashchange', onClose);
    return () => window.removeEventListener('hashchange', onClose);
  }, [onClose]);

  const step = (by: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-alert]') ?? [])];
    const at = links.findIndex(
      (link) => link.contains(document.activeElement) || link.parentElement?.contains(document.activeElement),
    );
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  const mark = ({ alertKeys }: Pick<BellEntry, 'alertKeys'>, kind: AlertMark) => {
    step(1);
    mutate({ alertKeys, mark: kind });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = STEPS[event.key];
    const kind = MARK_KEYS[event.key];
    const focused = (event.target as HTMLElement).closest('li')?.querySelector<HTMLElement>('[data-alert]');
    if (by !== undefined) step(by);
    else if (kind !== undefined && focused && isAlert(focused)) mark({ alertKeys: keysOf(focused) }, kind);
    else return;
    event.preventDefault();
  };
  const open = ({ alertKeys, isRead }: BellEntry) => {
    if (!isRead) mutate({ alertKeys, mark: 'read' });
    onClose();
  };

  const more = data ? data.total - groups.reduce((lines, { entries }) => lines + entries.length, 0) : 0;
  return (
    <Stack ref={list} gap={0} mah="min(640px, 100vh - 80px)" onKeyDown={onKeyDown}>
      <div className={classes.head}>
        <Title order={2} fw={650} fz="1rem">
          Alerts
        </Title>
        {data && data.unread > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => mutate({ alertKeys: null, mark: 'read' })}>
            Mark all read
          </Button>
        )}
      </div>
      <div className={classes.list}>
        {error && !data && (
          <RetryPanel
            message={error.message}
            requestId={error instanceof ApiError ? error.requestId : null}
            onRetry={() => void refetch()}
          />
        )}
        {!error && !data && <LoadingSkeleton label="Loading alerts" />}
        <WaitingOrders orders={waiting} onOpen={onClose} />
        {data && groups.length === 0 && waiting.length === 0 && (
          <Note py={16} px={14}>
            No open alerts. Caps near their limit and stuck leads show up here.
          </Note>
        )}
        {groups.map((one) => (
          <Group key={one.title} group={one} onMark={mark} onOpen={open} />
        ))}
        {more > 0 && (
          <Note py={16} px={14}>
            And {more} more on the page of all alerts.
          </Note>
        )}
      </div>
      <div className={classes.foot}>
        <a href={hrefOf(PATHS.alerts)} onClick={onClose}>
          See all alerts
        </a>
        <a href={hrefOf(PATHS.account)} onClick={onClose}>
          Alert settings
        </a>
      </div>
    </Stack>
  );
};

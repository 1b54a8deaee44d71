import {
  type Alert,
  ALERT_KIND_NAMES,
  ALERT_KINDS,
  alertDetail,
  alertPath,
  type AlertReader,
  alertSearch,
  alertTitle,
  isSerious,
} from '@paceline/contract';
import { useMemo } from 'react';
import { localZone } from '../../lib/text/format.ts';
import { permissionSet } from '../../lib/session/permissions.ts';
import { groupOfSession, useSession } from '../../lib/session/session-store.ts';
import type { ListCells } from '../../shared/list/list-columns.tsx';
import { ListPage } from '../../shared/list/list-page.tsx';
import listClasses from '../../shared/list/list.module.css';
import { StatusMark, type StatusTone } from '../../ui/marks/status-mark.tsx';
import { momentWriter } from '../../lib/text/moment-writer.ts';

const toneOf = (alert: Alert): StatusTone => {
  if (alert.resolvedAt !== null) return 'off';
  return isSerious(alert) ? 'bad' : 'warn';
};

const cellsOf = (timeZone: string, reader: AlertReader): ListCells<Alert> => {
  const write = momentWriter(timeZone, new Date());
  return {
    title: {
      width: 420,
      value: (alert) => alertTitle(alert, write),
      render: ({ row, text, tabIndex }) => (
        <a href={`#${alertPath(row, reader)}`} className={listClasses.open} tabIndex={tabIndex} title={text}>
          {text}
        </a>
      ),
    },
    kind: {
      width: 140,
      value: ({ kind }) => ALERT_KINDS[kind].label,
      render: ({ row, text }) => <StatusMark tone={toneOf(row)}>{text}</StatusMark>,
    },
    ownerName: { width: 210 },
    detail: { width: 380, value: (alert) => alertDetail(alert, write, new Date()) },
    resolvedAt: { format: (at) => (typeof at === 'string' ? write(at) : 'Open') },
  };
};

/** All alerts, open and ended, regardless of the user's choices for the bell. */
export const AlertsPage = () => {
  const timeZone = localZone();
  const owners = useSession((state) => state.owners) ?? [];
  const permissions = useSession((state) => state.permissions);
  const cells = useMemo(
    () => cellsOf(timeZone, { group: groupOfSession() ?? 'cl', permissions: permissionSet(permissions) }),
    [timeZone, permissions],
  );
  return (
    <ListPage
      list={alertSearch}
      noun="alerts"
      timeZone={timeZone}
      cells={cells}
      filters={{
        state: {
          label: 'State',
          all: 'Open and ended',
          options: [
            { value: 'open', label: 'Open' },
            { value: 'ended', label: 'Ended' },
          ],
        },
        kind: { label: 'Kind', options: ALERT_KIND_NAMES.map((value) => ({ value, label: ALERT_KINDS[value].label })) },
        ...(owners.length > 1 && {
          owners: {
            label: 'Owner',
            options: owners.map(({ ownerKey, name }) => ({ value: String(ownerKey), label: name })),
          },
        }),
      }}
      rowLabel={(alert) => alertTitle(alert, momentWriter(timeZone, new Date()))}
      empty={{ title: 'No alerts yet', text: 'Caps near their limit and stuck leads show up here.' }}
    />
  );
};

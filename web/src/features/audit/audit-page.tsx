import { Anchor } from '@mantine/core';
import {
  AUDIT_ACTION_KEYS,
  AUDIT_ENTITIES,
  AUDIT_OUTCOMES,
  AUDIT_WAYS,
  auditActionChoice,
  type AuditRow,
  auditSearch,
  auditWayWords,
  WAY_NOT_RECORDED,
} from '@paceline/contract';
import { optionsOf } from '../../lib/text/options-of.ts';
import { useMemo, useState } from 'react';
import { formatInstant, formatUtc, localZone } from '../../lib/text/format.ts';
import { useOwner } from '../../lib/session/session-store.ts';
import type { ListCells } from '../../shared/list/list-columns.tsx';
import { ListPage } from '../../shared/list/list-page.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { LineDrawer } from './line-drawer.tsx';

const byLabel = (a: { label: string }, b: { label: string }): number => a.label.localeCompare(b.label);

const FILTERS = {
  of: {
    label: 'Lines of',
    all: 'This owner',
    options: [{ value: 'none', label: 'Users, partners and sign-ins' }],
  },
  days: { label: 'Days' },
  person: { label: 'Person' },
  entity: {
    label: 'Kind of record',
    all: 'All kinds of records',
    options: optionsOf(AUDIT_ENTITIES).toSorted(byLabel),
  },
  entityKey: { label: 'Record key' },
  action: {
    label: 'Action',
    all: 'All actions',
    options: AUDIT_ACTION_KEYS.map((value) => ({ value, label: auditActionChoice(value) })).toSorted(byLabel),
  },
  way: {
    label: 'Way',
    all: 'Any way',
    options: [...optionsOf(AUDIT_WAYS), { value: 'unknown', label: WAY_NOT_RECORDED }],
  },
  outcome: { label: 'Outcome', all: 'All outcomes', options: optionsOf(AUDIT_OUTCOMES) },
  requestId: { label: 'Request ID' },
};

const TONES = { done: 'good', denied: 'off', failed: 'bad' } as const;

const cellsOf = (timeZone: string, open: (row: AuditRow) => void): ListCells<AuditRow> => ({
  at: {
    width: 180,
    render: ({ row, text, tabIndex }) => (
      <Anchor
        component="button"
        type="button"
        tabIndex={tabIndex}
        title={formatUtc(row.at)}
        aria-label={`Open the line of ${formatInstant(row.at, timeZone)}: ${row.action}`}
        onClick={() => open(row)}
      >
        {text}
      </Anchor>
    ),
  },
  who: { width: 170 },
  subject: { width: 220 },
  action: { width: 190 },
  changes: { width: 420, value: ({ changes }) => changes.join('; ') },
  way: { width: 150, value: ({ way }) => auditWayWords(way) },
  outcome: {
    width: 110,
    value: ({ outcome }) => AUDIT_OUTCOMES[outcome],
    render: ({ row, text }) => <StatusMark tone={TONES[row.outcome]}>{text}</StatusMark>,
  },
  ip: { width: 130 },
  requestId: { width: 160 },
});

/** The audit log: who changed what and when, old and new values, and how. */
export const AuditPage = () => {
  const owner = useOwner();
  const { ownerKey } = owner;
  const timeZone = owner.timeZone ?? localZone();
  const [opened, setOpened] = useState<AuditRow | null>(null);
  const cells = useMemo(() => cellsOf(timeZone, setOpened), [timeZone]);
  const fixed = useMemo(() => ({ ownerKey }), [ownerKey]);
  return (
    <>
      <ListPage
        list={auditSearch}
        noun="lines"
        fixed={fixed}
        timeZone={timeZone}
        cells={cells}
        filters={FILTERS}
        rowLabel={({ action, subject }) => `${action}, ${subject}`}
        empty={{ title: 'Nothing has happened yet', text: 'Changes to this owner appear here.' }}
      />
      <LineDrawer row={opened} timeZone={timeZone} onClose={() => setOpened(null)} />
    </>
  );
};

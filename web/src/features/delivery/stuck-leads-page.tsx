import { CellButton } from '../../ui/cell-button.tsx';
import { deliveryStatus, LEAD_REASONS, nextTryText, type StuckLeadRow, stuckLeadSearch } from '@paceline/contract';
import { lazy, Suspense, useMemo, useState } from 'react';
import { formatInstant, localZone } from '../../lib/text/format.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { groupOfSession, useOwnerKey } from '../../lib/session/session-store.ts';
import type { ListCells } from '../../shared/list/list-columns.tsx';
import { ListView } from '../../shared/list/list-view.tsx';
import listClasses from '../../shared/list/list.module.css';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { ageText, reasonText } from './prepare-stuck.ts';
import { StuckActions } from './stuck-actions.tsx';
import { StuckSummary } from './stuck-summary.tsx';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/api/op-query.ts';
import { systemLine } from './prepare-health.ts';

const AGAIN_MS = 60_000;

/** For a client's technical user: whether its system accepts leads. */
const SystemLine = ({ ownerKey, timeZone }: { ownerKey: number; timeZone: string }) => {
  const { data } = useQuery({
    ...callQuery(deliveryStatus, { params: { owner: ownerKey } }),
    refetchInterval: AGAIN_MS,
  });
  const line = data && systemLine(data.systems, data.asOf, timeZone);
  if (!line) return null;
  return (
    <Text size="sm" mb={2}>
      <StatusMark tone={line.tone}>
        <strong>{line.label}:</strong>
      </StatusMark>{' '}
      {line.note}
    </Text>
  );
};

const TriesDrawer = lazy(async () => ({ default: (await import('./tries-drawer.tsx')).TriesDrawer }));

const REASONS = LEAD_REASONS.STK.map((value) => ({ value, label: reasonText(value) }));

const cellsOf = (open: (row: StuckLeadRow) => void, timeZone: string): ListCells<StuckLeadRow> => ({
  leadId: {
    width: 280,
    render: ({ row, text, tabIndex }) => (
      <CellButton tabIndex={tabIndex} onClick={() => open(row)}>
        {text}
      </CellButton>
    ),
  },
  ageMinutes: {
    width: 92,
    format: (minutes) => ageText(Number(minutes)),
    render: ({ row, text }) => <StatusMark tone={row.ageMinutes >= 24 * 60 ? 'bad' : 'warn'}>{text}</StatusMark>,
  },
  clientName: { width: 140 },
  campaignName: { width: 220 },
  reason: { width: 142, value: ({ reason }) => reasonText(reason) },
  tries: { width: 62 },
  lastResponse: { width: 148 },
  nextTryAt: {
    width: 158,
    value: (row) =>
      nextTryText(row, {
        now: new Date().toISOString(),
        write: (instant) => formatInstant(instant, timeZone),
      }),
    format: String,
  },
});

/** Valid leads waiting for the client's system: which, why, and the next attempt. */
export const StuckLeadsPage = () => {
  const ownerKey = useOwnerKey();
  const isClient = groupOfSession() === 'cl';
  const mayUpdate = useMay('leadanalyzer:Update') && !isClient;
  const timeZone = localZone();
  const [opened, setOpened] = useState<StuckLeadRow | null>(null);
  const cells = useMemo(() => cellsOf(setOpened, timeZone), [timeZone]);
  const params = useMemo(() => ({ owner: ownerKey }), [ownerKey]);
  const shared = { ownerKey, mayUpdate, isClient };
  return (
    <div className={listClasses.page} data-fill>
      {isClient && <SystemLine ownerKey={ownerKey} timeZone={timeZone} />}
      <StuckSummary ownerKey={ownerKey} timeZone={timeZone} mayUpdate={mayUpdate} />
      <ListView
        list={stuckLeadSearch}
        noun="stuck leads"
        params={params}
        timeZone={timeZone}
        cells={cells}
        filters={{
          leadId: { label: 'Lead ID' },
          age: {
            label: 'Age',
            all: 'Any age',
            options: [
              { value: 'WARNING', label: 'Warning (1–24 h)' },
              { value: 'ATTENTION', label: 'Attention (more than 24 h)' },
            ],
          },
          reason: { label: 'Reason', options: REASONS },
        }}
        rowLabel={({ leadId }) => leadId}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, not a component
        bulk={(rows, clear) => <StuckActions {...shared} rows={rows} clear={clear} />}
        renderBeside={(rows) =>
          opened !== null && (
            <Suspense fallback={null}>
              <TriesDrawer
                {...shared}
                row={rows.find(({ leadCaptureKey }) => leadCaptureKey === opened.leadCaptureKey) ?? opened}
                timeZone={timeZone}
                onClose={() => setOpened(null)}
              />
            </Suspense>
          )
        }
        empty={{ title: 'No stuck leads', text: 'Every valid lead of the last 90 days was delivered or refused.' }}
      />
    </div>
  );
};

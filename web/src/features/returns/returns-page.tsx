import { CellButton } from '../../ui/cell-button.tsx';
import { Button, Group } from '@mantine/core';
import { RETURN_REASONS, RETURN_STATES, returnImport, type ReturnRow, returnSearch } from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { localZone } from '../../lib/text/format.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { groupOfSession, useActiveOwnerKey } from '../../lib/session/session-store.ts';
import { toOptions, useLeadFilters } from '../../shared/lead-filters.ts';
import { useFilterOptions } from '../../shared/filter-bar/use-filters.ts';
import { ImportDialog } from '../../shared/import-dialog/import-dialog.tsx';
import type { ListCells } from '../../shared/list/list-columns.tsx';
import { ListView } from '../../shared/list/list-view.tsx';
import listClasses from '../../shared/list/list.module.css';
import {
  limitText,
  monthText,
  REASON_OPTIONS,
  STATE_OPTIONS,
  STATE_TONES,
} from '../../shared/returns/prepare-returns.ts';
import { SearchLeads } from '../../shared/search-leads.tsx';
import { HeadParts } from '../../ui/pieces/page-head.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import { lastComment } from './prepare-return.ts';

const ReturnDrawer = lazy(async () => ({ default: (await import('./return-drawer.tsx')).ReturnDrawer }));
const RequestDialog = lazy(async () => ({
  default: (await import('../../shared/returns/request-dialog.tsx')).RequestDialog,
}));

const DESCRIPTIONS = {
  ag: 'Accepting a request reduces its month’s bill; for a closed month a credit is issued instead.',
  cl: 'Leads that you asked to return, and what was decided.',
  mp: 'Requests to return your leads, with reasons. You can comment on each for three business days.',
} as const;

const cellsOf = (open: (row: ReturnRow) => void): ListCells<ReturnRow> => ({
  leadId: {
    width: 252,
    render: ({ row, text, tabIndex }) => (
      <CellButton tabIndex={tabIndex} onClick={() => open(row)}>
        {text}
      </CellButton>
    ),
  },
  state: {
    width: 100,
    value: ({ state }) => RETURN_STATES[state],
    render: ({ row, text }) => <StatusMark tone={STATE_TONES[row.state]}>{text}</StatusMark>,
  },
  reason: { width: 170, value: ({ reason }) => RETURN_REASONS[reason] },
  note: { width: 200 },
  month: { width: 140, value: ({ month }) => monthText(month) },
  limit: { width: 180, value: ({ limit }) => limitText(limit) },
  comments: { width: 220, value: lastComment },
  partnerName: { width: 160 },
  clientName: { width: 140 },
  clientPrice: { width: 96 },
  mediaPrice: { width: 96 },
});

const RequestButtons = ({ ownerKey, timeZone }: { ownerKey: number; timeZone: string }) => {
  const queries = useQueryClient();
  const [shown, setShown] = useState<'request' | 'file' | null>(null);
  return (
    <>
      <Button variant="default" onClick={() => setShown('file')}>
        Upload a file
      </Button>
      <Button onClick={() => setShown('request')}>Request returns</Button>
      {shown === 'request' && (
        <Suspense fallback={null}>
          <RequestDialog ownerKey={ownerKey} timeZone={timeZone} leadIds={null} onClose={() => setShown(null)} />
        </Suspense>
      )}
      <ImportDialog
        isOpen={shown === 'file'}
        onClose={() => setShown(null)}
        title="Returns from a file (Lead Id, Reason, Comment, Attempts)"
        owner={ownerKey}
        kind="returns"
        call={returnImport}
        args={{ params: { owner: ownerKey } }}
        onApplied={() => void queries.invalidateQueries({ queryKey: [returnSearch.id] })}
      />
    </>
  );
};

/** Return requests: made by the client, decided by the agency, commented on by the media partner. */
export const ReturnsPage = () => {
  const ownerKey = useActiveOwnerKey();
  const group = groupOfSession() ?? 'cl';
  const mayReturn = useMay('leadanalyzer:Return') && ownerKey !== null;
  const mayDecide = mayReturn && group === 'ag';
  const timeZone = localZone();
  const partners = useFilterOptions().data?.partners;
  const campaigns = useLeadFilters(ownerKey)?.campaigns;
  const [opened, setOpened] = useState<ReturnRow | null>(null);
  const cells = useMemo(() => cellsOf(setOpened), []);
  const fixed = useMemo(() => (ownerKey === null ? {} : { ownerKey }), [ownerKey]);
  return (
    <div className={listClasses.page} data-fill>
      <HeadParts
        description={DESCRIPTIONS[group]}
        action={
          <Group gap={8}>
            {group === 'cl' && <SearchLeads />}
            {mayReturn && <RequestButtons ownerKey={ownerKey} timeZone={timeZone} />}
          </Group>
        }
      />
      <ListView<typeof returnSearch>
        list={returnSearch}
        noun="returns"
        fixed={fixed}
        timeZone={timeZone}
        cells={cells}
        filters={{
          state: { label: 'State', options: STATE_OPTIONS },
          reason: { label: 'Reason', options: REASON_OPTIONS },
          ...(ownerKey !== null && {
            partner: {
              label: 'Media partner',
              options: (partners ?? []).map(({ key, name }) => ({ value: String(key), label: name })),
            },
          }),
          campaign: { label: 'Campaign', options: toOptions(campaigns) },
          leadId: { label: 'Lead ID' },
        }}
        rowLabel={({ leadId }) => leadId}
        {...(mayDecide && {
          // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, not a component
          bulk: (rows, clear) => <DecideButtons rows={rows} clear={clear} />,
        })}
        renderBeside={(rows) =>
          opened !== null && (
            <Suspense fallback={null}>
              <ReturnDrawer
                row={rows.find(({ returnKey }) => returnKey === opened.returnKey) ?? opened}
                timeZone={timeZone}
                mayDecide={mayDecide}
                onClose={() => setOpened(null)}
              />
            </Suspense>
          )
        }
        empty={{ title: 'No returns yet', text: 'Requests to return leads are listed here.' }}
      />
    </div>
  );
};

import { CellButton } from '../../../ui/cell-button.tsx';
import {
  leadTrackingSearch,
  TRACKING_EVENT_TYPES,
  type TrackingEvent,
  type TrackingEventType,
  TRANSACTION_TYPES,
  type TransactionType,
} from '@paceline/contract';
import { lazy, Suspense, useMemo, useState } from 'react';
import { formatInstant } from '../../../lib/text/format.ts';
import { useOwnerKey } from '../../../lib/session/session-store.ts';
import { useFilterOptions } from '../../../shared/filter-bar/use-filters.ts';
import type { ListCells } from '../../../shared/list/list-columns.tsx';
import type { FilterControls } from '../../../shared/list/list-filters.tsx';
import { ListView } from '../../../shared/list/list-view.tsx';
import listClasses from '../../../shared/list/list.module.css';
import { toOptions, useLeadFilters, useLeadZone } from '../../../shared/lead-filters.ts';
import { eventTitle } from './prepare-event.ts';

const EventDrawer = lazy(async () => ({ default: (await import('./event-drawer.tsx')).EventDrawer }));

const codesOf = <Code extends string>(types: Readonly<Record<Code, { label: string; isRecorded?: boolean }>>) =>
  (Object.keys(types) as Code[])
    .filter((code) => types[code].isRecorded !== false)
    .map((code) => ({ value: code, label: types[code].label }));
const TYPE_OPTIONS = codesOf<TrackingEventType>(TRACKING_EVENT_TYPES);
const TRANSACTION_OPTIONS = codesOf<TransactionType>(TRANSACTION_TYPES);

const cellsOf = (timeZone: string, open: (row: TrackingEvent) => void): ListCells<TrackingEvent> => ({
  at: {
    width: 170,
    render: ({ row, text, tabIndex }) => (
      <CellButton
        tabIndex={tabIndex}
        aria-label={`${eventTitle(row)}, ${formatInstant(row.at, timeZone)}`}
        onClick={() => open(row)}
      >
        {text}
      </CellButton>
    ),
  },
  trackingTypeCode: {
    width: 150,
    value: ({ trackingTypeCode }) => trackingTypeCode && TRACKING_EVENT_TYPES[trackingTypeCode].label,
  },
  transactionTypeCode: {
    width: 170,
    value: ({ transactionTypeCode }) => transactionTypeCode && TRANSACTION_TYPES[transactionTypeCode].label,
  },
  outcome: { width: 180 },
  leadId: { width: 252 },
  campaignName: { width: 220 },
  campaignCode: { width: 132 },
  partnerName: { width: 150 },
});

const useControls = (ownerKey: number): FilterControls => {
  const options = useFilterOptions().data;
  const more = useLeadFilters(ownerKey);
  return useMemo(
    () => ({
      keyword: { label: 'Lead or click ID' },
      fromDate: { label: 'From' },
      toDate: { label: 'to' },
      trackingTypeCodes: { label: 'Tracking type', options: TYPE_OPTIONS },
      transactionTypeCodes: { label: 'Transaction', options: TRANSACTION_OPTIONS },
      clientKeys: { label: 'Client', options: toOptions(options?.clients) },
      mediaPartnerKeys: { label: 'Media partner', options: toOptions(options?.partners) },
      campaignKeys: { label: 'Campaign', options: toOptions(more?.campaigns) },
    }),
    [options, more],
  );
};

/** A log of posts, checks, deliveries, postbacks, webhooks, milestones and clicks. */
export const TrackingPage = () => {
  const ownerKey = useOwnerKey();
  const timeZone = useLeadZone(ownerKey);
  const [opened, setOpened] = useState<TrackingEvent | null>(null);
  const cells = useMemo(() => cellsOf(timeZone, setOpened), [timeZone]);
  const fixed = useMemo(() => ({ ownerKey }), [ownerKey]);
  return (
    <div className={listClasses.page} data-fill>
      <ListView
        list={leadTrackingSearch}
        noun="events"
        fixed={fixed}
        timeZone={timeZone}
        cells={cells}
        filters={useControls(ownerKey)}
        rowLabel={eventTitle}
        renderBeside={() =>
          opened !== null && (
            <Suspense fallback={null}>
              <EventDrawer event={opened} timeZone={timeZone} onClose={() => setOpened(null)} />
            </Suspense>
          )
        }
        empty={{ title: 'No events', text: 'No lead or click events in the last 31 days.' }}
      />
    </div>
  );
};

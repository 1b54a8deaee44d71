import { CLICK_STATUSES, type ClickRow, clickSearch } from '@paceline/contract';
import { useMemo } from 'react';
import { pathTo } from '../../lib/address/paths.ts';
import { groupOfSession, useActiveOwnerKey } from '../../lib/session/session-store.ts';
import { useFilterOptions } from '../../shared/filter-bar/use-filters.ts';
import { DEVICE_OPTIONS, toOptions, useLeadFilters, useLeadZone } from '../../shared/lead-filters.ts';
import type { ListCells } from '../../shared/list/list-columns.tsx';
import type { FilterControls } from '../../shared/list/list-filters.tsx';
import { ListPage } from '../../shared/list/list-page.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { clickTone, STATUS_OPTIONS } from './prepare-clicks.ts';

const CELLS: ListCells<ClickRow> = {
  clickId: { width: 280 },
  status: {
    width: 150,
    value: ({ status }) => CLICK_STATUSES[status].label,
    render: ({ row, text }) => <StatusMark tone={clickTone(row.status)}>{text}</StatusMark>,
  },
  campaignName: { width: 230 },
  campaignCode: { width: 132 },
  partnerName: { width: 150 },
  sourceTag: { width: 120 },
  device: { width: 90, value: ({ device }) => DEVICE_OPTIONS.find(({ value }) => value === device)?.label ?? device },
  leadId: { width: 240 },
};

const LEAD_OPTIONS = [
  { value: 'yes', label: 'With a lead' },
  { value: 'no', label: 'Without a lead' },
];

const useControls = (ownerKey: number | null): FilterControls => {
  const options = useFilterOptions().data;
  const more = useLeadFilters(ownerKey);
  return useMemo(
    () => ({
      keyword: { label: 'Click or transaction ID' },
      clickStatus: { label: 'Status', options: STATUS_OPTIONS },
      fromDate: { label: 'From' },
      toDate: { label: 'to' },
      campaign: { label: 'Campaign', options: toOptions(more?.campaigns) },
      ...(ownerKey !== null && { partner: { label: 'Media partner', options: toOptions(options?.partners) } }),
      source: { label: 'Source', options: toOptions(more?.sources) },
      device: { label: 'Device', options: DEVICE_OPTIONS },
      hasConversion: { label: 'With a lead', all: 'With and without a lead', options: LEAD_OPTIONS },
    }),
    [ownerKey, options, more],
  );
};

const clickPath = ({ clickKey }: ClickRow): string =>
  pathTo(groupOfSession() === 'mp' ? 'mpClickDetails' : 'clickDetails', { searchType: 'click', keyCode: clickKey });

/** All clicks on campaign links, newest first. */
export const ClicksPage = () => {
  const ownerKey = useActiveOwnerKey();
  const timeZone = useLeadZone(ownerKey);
  const filters = useControls(ownerKey);
  const fixed = useMemo(() => (ownerKey === null ? {} : { ownerKey }), [ownerKey]);
  return (
    <ListPage
      list={clickSearch}
      noun="clicks"
      fixed={fixed}
      timeZone={timeZone}
      cells={CELLS}
      filters={filters}
      rowLabel={({ clickId }) => clickId}
      open={clickPath}
      empty={{ title: 'No clicks yet', text: 'Clicks appear here as soon as someone opens a campaign’s link.' }}
    />
  );
};

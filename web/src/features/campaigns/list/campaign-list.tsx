import {
  CAMPAIGN_STATUSES,
  type CampaignChannel,
  type CampaignListRow,
  type campaignSearch,
  MAX_BULK_CAMPAIGNS,
  type partnerCampaignSearch,
  STATUS_GROUPS,
  type StatusGroup,
  SUB_STATUSES,
  type UserGroup,
} from '@paceline/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { useSession } from '../../../lib/session/session-store.ts';
import { FilterBar } from '../../../shared/filter-bar/filter-bar.tsx';
import type { FilterName } from '../../../shared/filter-bar/filter-search.ts';
import type { FilterControls } from '../../../shared/list/list-filters.tsx';
import { ListView } from '../../../shared/list/list-view.tsx';
import { useIsNarrow } from '../../../shared/use-is-narrow.ts';
import { useStable } from '../../../ui/grid/use-stable.ts';
import { BulkActions } from './bulk-actions.tsx';
import { campaignCells, columnsOf } from './list-columns.tsx';
import { StatusDrawer } from './status-drawer.tsx';

interface CampaignListProps {
  list: typeof campaignSearch | typeof partnerCampaignSearch;
  params: Readonly<Record<string, number>>;
  group: UserGroup;
  /** Null: campaigns of several channels. */
  channel: CampaignChannel | null;
  timeZone: string;
  filters: readonly FilterName[];
  /** Action in the empty state. */
  emptyAction?: ReactNode;
}

const rowLabel = ({ name }: CampaignListRow): string => name;
const rowTone = ({ subStatus }: CampaignListRow) =>
  subStatus === 'ENDED' || subStatus === 'DELETED' ? ('muted' as const) : undefined;
const bulk = (rows: readonly CampaignListRow[], clear: () => void) => <BulkActions selected={rows} onClear={clear} />;

/** Only the agency sees deleted campaigns: only it can restore them. */
const statusControl = (group: UserGroup): FilterControls[string] => ({
  label: 'Status',
  all: 'Any status',
  options: [
    {
      group: 'Groups',
      items: (Object.keys(STATUS_GROUPS) as StatusGroup[]).map((value) => ({ value, label: STATUS_GROUPS[value] })),
    },
    {
      group: 'One status',
      items: SUB_STATUSES.filter((code) => group === 'ag' || code !== 'DELETED').map((value) => ({
        value,
        label: CAMPAIGN_STATUSES[value].label,
      })),
    },
  ],
});

/** The campaigns of a channel, or of a media partner: list, filters and actions. */
export const CampaignList = (props: CampaignListProps) => {
  const { list, params, group, channel, timeZone } = props;
  const owners = useSession((state) => state.owners);
  const isNarrow = useIsNarrow();
  const [looked, setLooked] = useState<number | null>(null);
  const onStatus = useStable((row: CampaignListRow) => setLooked(row.campaignKey));
  const cellsOf = useMemo(
    () => (rows: readonly CampaignListRow[]) =>
      campaignCells({ group, channel, timeZone, isNarrow, owners: owners ?? [], rows, onStatus }),
    [group, channel, timeZone, isNarrow, owners, onStatus],
  );
  const only = useMemo(() => columnsOf(channel, isNarrow), [channel, isNarrow]);
  const fixed = useMemo(() => (channel === null ? {} : { channel: [channel] }), [channel]);
  const filters: FilterControls = {
    ...(group === 'mp' && {
      owner: {
        label: 'School group',
        options: (owners ?? []).map(({ ownerKey, name }) => ({ value: String(ownerKey), label: name })),
      },
    }),
    status: statusControl(group),
    code: { label: 'Code begins with' },
  };
  return (
    <ListView<typeof list, CampaignListRow>
      list={list}
      noun="campaigns"
      params={params}
      fixed={fixed}
      layoutName={`campaigns.${group}.${channel ?? 'all'}`}
      timeZone={timeZone}
      cellsOf={cellsOf}
      only={only}
      filters={filters}
      renderBar={(controls) => (
        <FilterBar campusOf="campaign" filters={props.filters}>
          {controls}
        </FilterBar>
      )}
      rowLabel={rowLabel}
      rowTone={rowTone}
      bulk={bulk}
      mostChosen={MAX_BULK_CAMPAIGNS}
      empty={{
        title: 'No campaigns yet',
        text: 'Campaigns of this channel are listed here.',
        action: props.emptyAction,
      }}
      renderBeside={(rows) => (
        <StatusDrawer
          campaign={rows.find(({ campaignKey }) => campaignKey === looked) ?? null}
          group={group}
          timeZone={timeZone}
          onClose={() => setLooked(null)}
        />
      )}
    />
  );
};

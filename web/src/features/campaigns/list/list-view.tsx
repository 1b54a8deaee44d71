import { ActionIcon } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { CampaignChannel, CampaignListRow, UserGroup } from '@paceline/contract';
import { IconDownload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useSession } from '../../../lib/session-store.ts';
import { useGridLayout } from '../../../shared/use-grid-layout.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Grid } from '../../../ui/grid/grid.tsx';
import type { GridLayout } from '../../../ui/grid/types.ts';
import { useStable } from '../../../ui/grid/use-stable.ts';
import type { FilterName } from '../../../shared/filter-bar/filter-search.ts';
import { BulkBar } from './bulk-bar.tsx';
import type { CampaignSearch } from './campaign-search.ts';
import { listTable } from './list-columns.tsx';
import { ListFilters } from './list-filters.tsx';
import classes from './list-view.module.css';
import { isNarrowed } from './prepare-list.ts';
import { StatusDrawer } from './status-drawer.tsx';
import type { CampaignListSource } from './use-campaign-list.ts';
import { exportProblem, useExport } from './use-export.ts';
import { useChosen } from './use-chosen.ts';

interface ListViewProps {
  group: UserGroup;
  /** Null: campaigns of several channels. */
  channel: CampaignChannel | null;
  timeZone: string;
  filters: readonly FilterName[];
  search: CampaignSearch;
  source: CampaignListSource;
  /** What stands in an empty list, besides that it is. */
  emptyAction?: ReactNode;
}

/** Letters that are typed quickly are one question. */
const TYPING_MS = 150;
const rowKey = ({ campaignKey }: CampaignListRow): number => campaignKey;
const rowLabel = ({ name }: CampaignListRow): string => name;
const rowTone = ({ subStatus }: CampaignListRow) =>
  subStatus === 'ENDED' || subStatus === 'DELETED' ? ('muted' as const) : undefined;

export const ListView = (props: ListViewProps) => {
  const { group, channel, timeZone, search, source } = props;
  const { rows, isWhole } = source;
  const navigate = useNavigate();
  const owners = useSession((state) => state.owners);
  const [text, setText] = useState(search.q ?? '');
  const [looked, setLooked] = useState<number | null>(null);
  const onStatus = useStable((row: CampaignListRow) => setLooked(row.campaignKey));
  const table = useMemo(
    () => listTable({ group, channel, timeZone, owners: owners ?? [], isWhole, onStatus }),
    [group, channel, timeZone, owners, isWhole, onStatus],
  );
  const [kept, setKept] = useGridLayout(`campaigns.${group}.${channel ?? 'all'}`, table.standard);
  // A part of a list is neither sorted nor filtered here: what is first in it is not first of all.
  const layout = useMemo(
    () => (isWhole ? kept : { ...kept, sort: [], filters: {}, filtersOpen: false }),
    [kept, isWhole],
  );
  const arrange = ({ sort, filters, filtersOpen, ...next }: GridLayout) =>
    setKept({ ...next, ...(isWhole ? { sort, filters, filtersOpen } : pickOrder(kept)) });
  const chosen = useChosen(rows, JSON.stringify(search));
  const { mutate: exportRows, isPending: isExporting } = useExport();

  const change = (to: CampaignSearch) =>
    void navigate({
      to: '.',
      search: ((now: CampaignSearch) => ({ ...now, ...to })) as never,
      replace: true,
      resetScroll: false,
    });
  const find = useDebouncedCallback((q: string) => change({ q: q.trim() || undefined }), TYPING_MS);
  const type = (typed: string) => {
    setText(typed);
    find(typed);
  };
  const row = rows.find(({ campaignKey }) => campaignKey === looked) ?? null;
  const ownerOfChosen = chosen.rows[0]?.ownerKey ?? 0;
  return (
    <>
      <ListFilters group={group} filters={props.filters} search={search} onChange={change} />
      <BulkBar
        ownerKey={ownerOfChosen}
        selected={chosen.rows}
        onSelectAll={!isWhole && chosen.rows.length === rows.length ? () => void chosen.takeAll(source.readAll) : null}
        isExporting={isExporting}
        onExport={() => exportRows(() => Promise.resolve(chosen.rows))}
        onClear={chosen.clear}
      />
      <div className={classes.table}>
        <Grid
          label="Campaigns"
          columns={table.columns}
          rows={rows}
          rowKey={rowKey}
          rowLabel={rowLabel}
          rowTone={rowTone}
          layout={layout}
          defaultLayout={table.standard}
          onLayout={arrange}
          loading={source.isLoading}
          error={source.error}
          onRetry={source.onRetry}
          search={text}
          onSearch={type}
          isSearched={group !== 'mp'}
          more={isWhole ? null : { onMore: source.onMore }}
          selection={chosen.selection}
          maxHeight="none"
          empty={
            isNarrowed(search) ? (
              <EmptyState title="No campaign fits these filters">Change or clear them.</EmptyState>
            ) : (
              <EmptyState title="No campaigns yet" action={props.emptyAction}>
                Campaigns of this channel are listed here.
              </EmptyState>
            )
          }
          actions={
            <ActionIcon
              variant="default"
              size={30}
              aria-label="Export all"
              title={isWhole ? (exportProblem(rows) ?? 'Export all that are listed') : 'Export all that are listed'}
              loading={isExporting}
              onClick={() => exportRows(source.readAll)}
            >
              <IconDownload size={16} aria-hidden="true" />
            </ActionIcon>
          }
        />
      </div>
      <StatusDrawer campaign={row} group={group} timeZone={timeZone} onClose={() => setLooked(null)} />
    </>
  );
};

const pickOrder = ({ sort, filters, filtersOpen }: GridLayout) => ({ sort, filters, filtersOpen });

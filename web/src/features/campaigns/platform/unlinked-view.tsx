import { Button, CloseButton, Text } from '@mantine/core';
import type { PlatformChannel, UnlinkedCampaign } from '@paceline/contract';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { useGridLayout } from '../../../shared/use-grid-layout.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Grid } from '../../../ui/grid/grid.tsx';
import type { RowKey } from '../../../ui/grid/types.ts';
import { unlinkedQuery } from '../api.ts';
import listClasses from '../../../shared/list/list.module.css';
import classes from '../list/list-view.module.css';
import { LinkDialog } from './link-dialog.tsx';
import { UNLINKED_COLUMNS, UNLINKED_LAYOUT } from './unlinked-columns.tsx';

const NO_ROWS: readonly UnlinkedCampaign[] = [];
const NONE: ReadonlySet<RowKey> = new Set();
const rowKey = ({ platformCampaignKey }: UnlinkedCampaign): number => platformCampaignKey;
const rowLabel = ({ name }: UnlinkedCampaign): string => name;

/** A channel's unlinked platform campaigns, to be linked in bulk. */
export const UnlinkedView = ({ ownerKey, channel }: { ownerKey: number; channel: PlatformChannel }) => {
  const { data, error, isFetching, refetch } = useQuery(unlinkedQuery(ownerKey, channel));
  const [selected, setSelected] = useState(NONE);
  const [isLinking, setLinking] = useState(false);
  const [layout, setLayout] = useGridLayout(`campaigns.unlinked.${channel}`, UNLINKED_LAYOUT);
  const rows = data ?? NO_ROWS;
  const chosen = useMemo(
    () => rows.filter(({ platformCampaignKey }) => selected.has(platformCampaignKey)),
    [rows, selected],
  );
  const clear = () => setSelected(NONE);
  return (
    <>
      {chosen.length > 0 && (
        <div className={classes.bulk} role="region" aria-label="Selected campaigns">
          <strong role="status">{formatCount(chosen.length)} selected</strong>
          <Text span inherit flex="1 1 0" />
          <Button size="xs" leftSection={<IconLink size={15} aria-hidden="true" />} onClick={() => setLinking(true)}>
            Link {formatCount(chosen.length)}
          </Button>
          <CloseButton size="sm" aria-label="Clear selection" onClick={clear} />
        </div>
      )}
      <div className={listClasses.table}>
        <Grid
          label="Campaigns that are not linked"
          columns={UNLINKED_COLUMNS}
          rows={rows}
          rowKey={rowKey}
          rowLabel={rowLabel}
          layout={layout}
          defaultLayout={UNLINKED_LAYOUT}
          onLayout={setLayout}
          loading={isFetching}
          error={error && { message: error.message, requestId: error instanceof ApiError ? error.requestId : null }}
          onRetry={() => void refetch()}
          selection={{ selected, onSelected: setSelected }}
          maxHeight="none"
          empty={
            <EmptyState title="All platform campaigns are linked">
              New platform campaigns appear here until they are linked.
            </EmptyState>
          }
        />
      </div>
      <LinkDialog
        isOpen={isLinking && chosen.length > 0}
        ownerKey={ownerKey}
        channel={channel}
        rows={chosen}
        onLinked={clear}
        onClose={() => setLinking(false)}
      />
    </>
  );
};

import { Button, Group, SegmentedControl } from '@mantine/core';
import {
  type CampaignChannel,
  campaignSearch,
  groupOfUserType,
  partnerCampaignSearch,
  PLATFORM_CHANNELS,
  type PlatformChannel,
  type UserGroup,
} from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { localZone } from '../../../lib/text/format.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { useOwnerKey, useSession } from '../../../lib/session/session-store.ts';
import type { FilterName } from '../../../shared/filter-bar/filter-search.ts';
import { useFilterOptions } from '../../../shared/filter-bar/use-filters.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { PageHead } from '../../../ui/pieces/page-head.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { StatePanel } from '../../../ui/states/state-panel.tsx';
import { forgetCampaigns, ownerQuery } from '../api.ts';
import { campaignPath } from '../../../shared/campaign-path.ts';
import { CHANNEL_TITLES } from '../channel-titles.ts';
import { CampaignList } from './campaign-list.tsx';
import listClasses from '../../../shared/list/list.module.css';

// A separate view of platform campaigns that are not linked yet, loaded on a click.
const UnlinkedView = lazy(async () => ({ default: (await import('../platform/unlinked-view.tsx')).UnlinkedView }));

const BulkHistory = lazyDialog(async () => (await import('../../../shared/history/bulk-history.tsx')).BulkHistory);

const PPL_FILTERS: readonly FilterName[] = ['partner', 'client', 'lineItem', 'campus', 'customChannel'];
const PLATFORM_FILTERS: readonly FilterName[] = ['client', 'lineItem', 'campus', 'customChannel'];
const PARTNER_FILTERS: readonly FilterName[] = ['client', 'lineItem', 'campus', 'channel'];
const TRAIL = [{ label: 'Campaigns' }];

const isPlatform = (channel: CampaignChannel): channel is PlatformChannel =>
  (PLATFORM_CHANNELS as readonly string[]).includes(channel);

const ViewSwitch = ({ view }: { view: string | undefined }) => {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      size="sm"
      aria-label="Rows"
      data={[
        { value: 'campaigns', label: 'Campaigns' },
        { value: 'unlinked', label: 'Not linked' },
      ]}
      value={view ?? 'campaigns'}
      onChange={(value) =>
        void navigate({ to: '.', search: (value === 'unlinked' ? { view: value } : {}) as never, replace: true })
      }
    />
  );
};

/** Opens what was done to several campaigns at once, with undo. */
const HistoryButton = ({ ownerKey, timeZone }: { ownerKey: number; timeZone: string }) => {
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        History
      </Button>
      <BulkHistory
        isOpen={isOpen}
        ownerKey={ownerKey}
        timeZone={timeZone}
        onUndone={() => forgetCampaigns(queries)}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
};

interface OwnerListProps {
  group: UserGroup;
  channel: CampaignChannel;
  ownerKey: number;
}

const OwnerList = ({ group, channel, ownerKey }: OwnerListProps) => {
  const { view }: { view?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const mayCreate = useMay('campaigns:Create') && group === 'ag';
  const mayLink = useMay('campaigns:Update') && group === 'ag' && isPlatform(channel);
  const mayAct = useMay('campaigns:Status') && group === 'ag';
  const { data: owner } = useQuery(ownerQuery(ownerKey));
  const timeZone = owner?.timeZone ?? localZone();
  const params = useMemo(() => ({ owner: ownerKey }), [ownerKey]);
  const begin = mayCreate && (
    <Button
      leftSection={<IconPlus size={17} aria-hidden="true" />}
      onClick={() => void navigate({ to: campaignPath(group, channel) })}
    >
      New campaign
    </Button>
  );
  return (
    <div className={listClasses.page} data-fill>
      <PageHead
        title={CHANNEL_TITLES[channel]}
        trail={TRAIL}
        action={
          <Group gap={8}>
            {mayLink && <ViewSwitch view={view} />}
            {mayAct && <HistoryButton ownerKey={ownerKey} timeZone={timeZone} />}
            {begin}
          </Group>
        }
      />
      {mayLink && view === 'unlinked' ? (
        <Suspense fallback={<LoadingSkeleton label="Loading platform campaigns" lines={6} />}>
          <UnlinkedView ownerKey={ownerKey} channel={channel} />
        </Suspense>
      ) : (
        <CampaignList
          list={campaignSearch}
          params={params}
          group={group}
          channel={channel}
          timeZone={timeZone}
          filters={isPlatform(channel) ? PLATFORM_FILTERS : PPL_FILTERS}
          emptyAction={begin}
        />
      )}
    </div>
  );
};

const ChannelPage = ({ channel }: { channel: CampaignChannel }) => {
  const group = groupOfUserType(useSession((state) => state.userType) ?? '');
  const ownerKey = useOwnerKey();
  if (group === null) return null;
  return <OwnerList key={channel} group={group} channel={channel} ownerKey={ownerKey} />;
};

export const PplListPage = () => <ChannelPage channel="ppl" />;
export const ProgrammaticListPage = () => <ChannelPage channel="programmaticDisplay" />;
export const ChannelListPage = () => {
  const { channelType }: { channelType?: string } = useParams({ strict: false });
  if (channelType === 'ppc' || channelType === 'social') return <ChannelPage channel={channelType} />;
  return (
    <StatePanel level={1} title="Channel not found">
      Campaigns on trading platforms are search or social.
    </StatePanel>
  );
};

/** A media partner's own campaigns, for all its school groups. */
export const PartnerListPage = () => {
  const options = useFilterOptions();
  const partnerKey = options.data?.partners[0]?.key;
  const params = useMemo(() => ({ aggregatorKey: partnerKey ?? 0 }), [partnerKey]);
  return (
    <div className={listClasses.page} data-fill>
      {options.error && (
        <RetryPanel
          title="The campaigns could not be loaded"
          message={options.error.message}
          requestId={options.error instanceof ApiError ? options.error.requestId : null}
          onRetry={() => void options.refetch()}
        />
      )}
      {options.isPending && <LoadingSkeleton label="Loading the campaigns" lines={6} />}
      {options.data && partnerKey === undefined && (
        <EmptyState title="No campaigns yet">Campaigns of all school groups are listed here.</EmptyState>
      )}
      {partnerKey !== undefined && (
        <CampaignList
          list={partnerCampaignSearch}
          params={params}
          group="mp"
          channel={null}
          timeZone={localZone()}
          filters={PARTNER_FILTERS}
        />
      )}
    </div>
  );
};

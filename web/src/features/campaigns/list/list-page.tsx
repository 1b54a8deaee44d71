import { Button, SegmentedControl } from '@mantine/core';
import {
  type CampaignChannel,
  groupOfUserType,
  PLATFORM_CHANNELS,
  type PlatformChannel,
  type UserGroup,
} from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { localZone } from '../../../lib/format.ts';
import { hrefOf, PATHS } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/permissions.ts';
import { useSession } from '../../../lib/session-store.ts';
import type { FilterName } from '../../../shared/filter-bar/filter-search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { ownerQuery } from '../api.ts';
import { campaignPath } from '../campaign-path.ts';
import { CHANNEL_TITLES } from '../channel-titles.ts';
import { UnlinkedView } from '../platform/unlinked-view.tsx';
import type { CampaignSearch } from './campaign-search.ts';
import { ListView } from './list-view.tsx';
import classes from './list-view.module.css';
import { listFilter } from './prepare-list.ts';
import { useOwnerCampaigns, usePartnerCampaigns } from './use-campaign-list.ts';

const PPL_FILTERS: readonly FilterName[] = ['partner', 'client', 'lineItem', 'campus', 'customChannel'];
const PLATFORM_FILTERS: readonly FilterName[] = ['client', 'lineItem', 'campus', 'customChannel'];
const PARTNER_FILTERS: readonly FilterName[] = ['client', 'lineItem', 'campus', 'channel'];
const TRAIL = [{ label: 'Campaigns' }];

const isPlatform = (channel: CampaignChannel): channel is PlatformChannel =>
  (PLATFORM_CHANNELS as readonly string[]).includes(channel);

const ViewSwitch = ({ view }: { view: CampaignSearch['view'] }) => {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      size="sm"
      aria-label="Rows"
      data={[
        { value: 'campaigns', label: 'Campaigns' },
        { value: 'unlinked', label: 'Not linked yet' },
      ]}
      value={view ?? 'campaigns'}
      onChange={(value) =>
        void navigate({ to: '.', search: (value === 'unlinked' ? { view: value } : {}) as never, replace: true })
      }
    />
  );
};

const ChooseOwner = ({ title, isClient }: { title: string; isClient: boolean }) => (
  <>
    <PageHead title={title} trail={TRAIL} />
    <EmptyState
      title="No owner is chosen"
      action={
        <Button component="a" href={hrefOf(isClient ? PATHS.clients : PATHS.owners)} variant="default">
          Choose one
        </Button>
      }
    >
      Campaigns belong to an owner.
    </EmptyState>
  </>
);

interface OwnerListProps {
  group: UserGroup;
  channel: CampaignChannel;
  ownerKey: number;
}

const OwnerList = ({ group, channel, ownerKey }: OwnerListProps) => {
  const search: CampaignSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const mayCreate = useMay('campaigns:Create') && group === 'ag';
  const mayLink = useMay('campaigns:Update') && group === 'ag' && isPlatform(channel);
  const { data: owner } = useQuery(ownerQuery(ownerKey));
  const filter = useMemo(() => listFilter(search, channel), [search, channel]);
  const source = useOwnerCampaigns(ownerKey, filter);
  const begin = mayCreate && (
    <Button
      leftSection={<IconPlus size={17} aria-hidden="true" />}
      onClick={() => void navigate({ to: campaignPath(group, channel) })}
    >
      New campaign
    </Button>
  );
  return (
    <div className={classes.page} data-fill>
      <PageHead
        title={CHANNEL_TITLES[channel]}
        trail={TRAIL}
        action={
          <div className={classes.actions}>
            {mayLink && <ViewSwitch view={search.view} />}
            {begin}
          </div>
        }
      />
      {mayLink && search.view === 'unlinked' ? (
        <UnlinkedView ownerKey={ownerKey} channel={channel} />
      ) : (
        <ListView
          group={group}
          channel={channel}
          timeZone={owner?.timeZone ?? localZone()}
          filters={isPlatform(channel) ? PLATFORM_FILTERS : PPL_FILTERS}
          search={search}
          source={source}
          emptyAction={begin}
        />
      )}
    </div>
  );
};

const ChannelPage = ({ channel }: { channel: CampaignChannel }) => {
  const group = groupOfUserType(useSession((state) => state.userType) ?? '');
  const ownerKey = useSession((state) => state.activeOwner?.ownerKey);
  if (group === null) return null;
  if (ownerKey === undefined) return <ChooseOwner title={CHANNEL_TITLES[channel]} isClient={group === 'cl'} />;
  // Another owner or channel is another list.
  return <OwnerList key={`${channel} ${ownerKey}`} group={group} channel={channel} ownerKey={ownerKey} />;
};

export const PplListPage = () => <ChannelPage channel="ppl" />;
export const ProgrammaticListPage = () => <ChannelPage channel="programmaticDisplay" />;
export const ChannelListPage = () => {
  const { channelType } = useParams({ strict: false }) as { channelType?: string };
  if (channelType === 'ppc' || channelType === 'social') return <ChannelPage channel={channelType} />;
  return (
    <StatePanel level={1} title="There is no such channel">
      Campaigns on trading platforms are of search or of social.
    </StatePanel>
  );
};

/** A media partner's own campaigns, at every school group that it works for. */
export const PartnerListPage = () => {
  const search: CampaignSearch = useSearch({ strict: false });
  const source = usePartnerCampaigns(search);
  const signedIn = useSession((state) => state.accessToken) !== null;
  if (!signedIn) return null;
  return (
    <div className={classes.page} data-fill>
      <PageHead title="Campaigns" />
      <ListView
        group="mp"
        channel={null}
        timeZone={localZone()}
        filters={PARTNER_FILTERS}
        search={search}
        source={source}
      />
    </div>
  );
};

import { type Campaign, groupOfUserType, type PlatformChannel } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ApiError } from '../../../lib/api-error.ts';
import { hrefOf } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/permissions.ts';
import { keyParam } from '../../../lib/search-params.ts';
import { useSession } from '../../../lib/session-store.ts';
import { LoadingSkeleton } from '../../../ui/loading-skeleton.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { SectionCard } from '../../../ui/section-card.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { campaignQuery } from '../api.ts';
import { campaignPath, listPath } from '../campaign-path.ts';
import { CHANNEL_TITLES } from '../channel-titles.ts';
import { CampaignActions } from '../status/campaign-actions.tsx';
import { StatusFacts, StatusLog } from '../status/status-facts.tsx';
import { PlatformForm } from './platform-form.tsx';
import { PlatformView } from './platform-view.tsx';
import classes from './platform-form.module.css';

interface EditorProps {
  channel: PlatformChannel;
  ownerKey: number;
  campaign: Campaign | null;
  isClient: boolean;
}

/** Why nothing can be changed; null where it can. */
const lockOf = (campaign: Campaign | null, { maySave, mayCreate }: { maySave: boolean; mayCreate: boolean }) => {
  if (campaign?.subStatus === 'DELETED') return 'This campaign is deleted. Restore it to change it.';
  if (!maySave) return 'You can look at campaigns, but not change them.';
  return campaign === null && !mayCreate ? 'You can change campaigns, but not make new ones.' : null;
};

const Editor = ({ channel, ownerKey, campaign, isClient }: EditorProps) => {
  const navigate = useNavigate();
  const maySave = useMay('campaigns:Update');
  const mayCreate = useMay('campaigns:Create');
  const group = isClient ? 'cl' : 'ag';
  const lock = lockOf(campaign, { maySave: maySave && !isClient, mayCreate });
  return (
    <>
      <PageHead
        title={campaign?.name ?? 'New campaign'}
        trail={[{ label: 'Campaigns' }, { label: CHANNEL_TITLES[channel], href: hrefOf(listPath(group, channel)) }]}
        description={campaign && `${campaign.campaignCode} · ${campaign.clientName} · ${campaign.vendor}`}
        action={
          campaign && (
            <CampaignActions
              campaign={campaign}
              onDone={(deed, key) => {
                if (deed === 'clone') void navigate({ to: campaignPath(group, channel, key) });
                if (deed === 'delete') void navigate({ to: listPath(group, channel), ignoreBlocker: true });
              }}
            />
          )
        }
      />
      {campaign && (
        <div className={classes.status}>
          <SectionCard title="Status">
            <StatusFacts campaign={campaign} timeZone={campaign.timeZone} />
          </SectionCard>
        </div>
      )}
      {lock === null && (
        <PlatformForm key={campaign?.campaignKey ?? 'new'} ownerKey={ownerKey} channel={channel} campaign={campaign} />
      )}
      {lock !== null && campaign && <PlatformView campaign={campaign} lock={lock} />}
      {lock !== null && !campaign && <StatePanel title="No new campaign">{lock}</StatePanel>}
      {campaign && (
        <div className={classes.facts}>
          <SectionCard title="History of the status">
            <StatusLog campaign={campaign} timeZone={campaign.timeZone} />
          </SectionCard>
        </div>
      )}
    </>
  );
};

const Existing = ({
  channel,
  campaignKey,
  isClient,
}: Omit<EditorProps, 'campaign' | 'ownerKey'> & { campaignKey: number }) => {
  const { data: campaign, error, refetch } = useQuery(campaignQuery(campaignKey));
  if (campaign && campaign.channel !== channel)
    return (
      <StatePanel level={1} title="This campaign is of another channel">
        <a href={hrefOf(campaignPath(isClient ? 'cl' : 'ag', campaign.channel, campaignKey))}>Open {campaign.name}</a>
      </StatePanel>
    );
  if (campaign)
    return <Editor channel={channel} ownerKey={campaign.ownerKey} campaign={campaign} isClient={isClient} />;
  if (!error) return <LoadingSkeleton label="Loading the campaign" lines={10} />;
  return (
    <RetryPanel
      level={1}
      title="This campaign could not be opened"
      message={error.message}
      requestId={error instanceof ApiError ? error.requestId : null}
      onRetry={() => void refetch()}
    />
  );
};

const PlatformPage = ({ channel, given }: { channel: PlatformChannel; given: string | undefined }) => {
  const group = groupOfUserType(useSession((state) => state.userType) ?? '');
  const ownerKey = useSession((state) => state.activeOwner?.ownerKey);
  const campaignKey = keyParam(given);
  if (group === null) return null;
  if (given !== undefined && campaignKey === undefined)
    return (
      <StatePanel level={1} title="There is no such campaign">
        The address does not name one.
      </StatePanel>
    );
  if (campaignKey !== undefined)
    return <Existing key={campaignKey} channel={channel} campaignKey={campaignKey} isClient={group === 'cl'} />;
  if (ownerKey === undefined)
    return (
      <StatePanel level={1} title="Choose an owner first">
        A campaign belongs to an owner. Choose one at the top of the page.
      </StatePanel>
    );
  return <Editor channel={channel} ownerKey={ownerKey} campaign={null} isClient={group === 'cl'} />;
};

interface EditorParams {
  channelType?: string;
  selectedSemCampaignKey?: string;
  pdCampaignKey?: string;
}

/** A campaign on a search or a social platform. */
export const ChannelCampaignPage = () => {
  const { channelType, selectedSemCampaignKey } = useParams({ strict: false }) as EditorParams;
  if (channelType === 'ppc' || channelType === 'social')
    return <PlatformPage channel={channelType} given={selectedSemCampaignKey} />;
  return (
    <StatePanel level={1} title="There is no such channel">
      Campaigns on trading platforms are of search or of social.
    </StatePanel>
  );
};

export const ProgrammaticCampaignPage = () => {
  const { pdCampaignKey } = useParams({ strict: false }) as EditorParams;
  return <PlatformPage channel="programmaticDisplay" given={pdCampaignKey} />;
};

import { Box } from '@mantine/core';
import { type Campaign, groupOfUserType, type PlatformChannel } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { localZone } from '../../../lib/text/format.ts';
import { hrefOf } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { keyParam } from '../../../lib/address/search-params.ts';
import { useOwnerKey, useSession } from '../../../lib/session/session-store.ts';
import { WithHistory } from '../../../shared/history/record-history.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { PageHead } from '../../../ui/pieces/page-head.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { StatePanel } from '../../../ui/states/state-panel.tsx';
import { campaignQuery } from '../api.ts';
import { campaignPath, listPath } from '../../../shared/campaign-path.ts';
import { CHANNEL_TITLES } from '../channel-titles.ts';
import { CampaignHeadActions } from '../status/campaign-head-actions.tsx';
import { StatusFacts, StatusLog } from '../status/status-facts.tsx';
import { PlatformForm } from './platform-form.tsx';
import { PlatformView } from './platform-view.tsx';

interface EditorProps {
  channel: PlatformChannel;
  ownerKey: number;
  campaign: Campaign | null;
  isClient: boolean;
}

/** Why nothing can be changed; null if editable. */
const lockOf = (campaign: Campaign | null, { maySave, mayCreate }: { maySave: boolean; mayCreate: boolean }) => {
  if (campaign?.subStatus === 'DELETED') return 'This campaign is deleted. Restore it to change it.';
  if (!maySave) return 'You can view campaigns but not change them.';
  return campaign === null && !mayCreate ? 'You can change campaigns but not create them.' : null;
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
            <CampaignHeadActions
              campaign={campaign}
              onDone={(action, key) => {
                if (action === 'clone') void navigate({ to: campaignPath(group, channel, key) });
                if (action === 'delete') void navigate({ to: listPath(group, channel), ignoreBlocker: true });
              }}
            />
          )
        }
      />
      <WithHistory
        entity="campaign"
        recordKey={campaign?.campaignKey ?? null}
        timeZone={campaign?.timeZone ?? localZone()}
      >
        {campaign && (
          <Box mb={16}>
            <SectionCard title="Status">
              <StatusFacts campaign={campaign} timeZone={campaign.timeZone} />
            </SectionCard>
          </Box>
        )}
        {lock === null && (
          <PlatformForm
            key={campaign?.campaignKey ?? 'new'}
            ownerKey={ownerKey}
            channel={channel}
            campaign={campaign}
          />
        )}
        {lock !== null && campaign && <PlatformView campaign={campaign} lock={lock} />}
        {lock !== null && !campaign && <StatePanel title="No new campaign">{lock}</StatePanel>}
        {campaign && (
          <Box mt={16}>
            <SectionCard title="Status history">
              <StatusLog campaign={campaign} timeZone={campaign.timeZone} />
            </SectionCard>
          </Box>
        )}
      </WithHistory>
    </>
  );
};

const Existing = ({
  channel,
  campaignKey,
  isClient,
}: Omit<EditorProps, 'campaign' | 'ownerKey'> & { campaignKey: number }) => {
  const query = useQuery(campaignQuery(campaignKey));
  return (
    <Loaded query={query} what="campaign">
      {(campaign) =>
        campaign.channel === channel ? (
          <Editor channel={channel} ownerKey={campaign.ownerKey} campaign={campaign} isClient={isClient} />
        ) : (
          <StatePanel level={1} title="This campaign belongs to another channel">
            <a href={hrefOf(campaignPath(isClient ? 'cl' : 'ag', campaign.channel, campaignKey))}>
              Open {campaign.name}
            </a>
          </StatePanel>
        )
      }
    </Loaded>
  );
};

const NewCampaign = (of: Omit<EditorProps, 'campaign' | 'ownerKey'>) => (
  <Editor {...of} ownerKey={useOwnerKey()} campaign={null} />
);

const PlatformPage = ({ channel, keyText }: { channel: PlatformChannel; keyText: string | undefined }) => {
  const group = groupOfUserType(useSession((state) => state.userType) ?? '');
  const campaignKey = keyParam(keyText);
  if (group === null) return null;
  if (keyText !== undefined && campaignKey === undefined)
    return (
      <StatePanel level={1} title="Campaign not found">
        Check the link, or open it from the list.
      </StatePanel>
    );
  if (campaignKey !== undefined)
    return <Existing key={campaignKey} channel={channel} campaignKey={campaignKey} isClient={group === 'cl'} />;
  return <NewCampaign channel={channel} isClient={group === 'cl'} />;
};

interface EditorParams {
  channelType?: string;
  selectedSemCampaignKey?: string;
  pdCampaignKey?: string;
}

/** A campaign on a search or a social platform. */
export const ChannelCampaignPage = () => {
  const { channelType, selectedSemCampaignKey }: EditorParams = useParams({ strict: false });
  if (channelType === 'ppc' || channelType === 'social')
    return <PlatformPage channel={channelType} keyText={selectedSemCampaignKey} />;
  return (
    <StatePanel level={1} title="Channel not found">
      Campaigns on trading platforms are search or social.
    </StatePanel>
  );
};

export const ProgrammaticCampaignPage = () => {
  const { pdCampaignKey }: EditorParams = useParams({ strict: false });
  return <PlatformPage channel="programmaticDisplay" keyText={pdCampaignKey} />;
};

import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMay } from '../../../lib/session/permissions.ts';
import { keyParam } from '../../../lib/address/search-params.ts';
import { groupOfSession, useOwnerKey } from '../../../lib/session/session-store.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { StatePanel } from '../../../ui/states/state-panel.tsx';
import { partsQuery } from './api.ts';
import { CampaignEditor } from './campaign-editor.tsx';
import { CampaignView } from './campaign-view.tsx';

const ExistingCampaign = ({ campaignKey, isEditable }: { campaignKey: number; isEditable: boolean }) => (
  <Loaded query={useQuery(partsQuery(campaignKey))} what="campaign">
    {(parts) =>
      isEditable && parts.campaign.channel === 'ppl' && parts.campaign.deletedAt === null ? (
        <CampaignEditor key={campaignKey} ownerKey={parts.campaign.ownerKey} parts={parts} />
      ) : (
        <CampaignView parts={parts} />
      )
    }
  </Loaded>
);

const NewCampaign = () => <CampaignEditor ownerKey={useOwnerKey()} parts={null} />;

/** A read-only campaign page. */
export const CampaignViewPage = () => {
  const { campaignKey: keyText } = useParams({ strict: false });
  const campaignKey = keyParam(keyText);
  if (campaignKey === undefined)
    return (
      <StatePanel level={1} title="Campaign not found">
        Check the link, or open it from the list.
      </StatePanel>
    );
  return <ExistingCampaign key={campaignKey} campaignKey={campaignKey} isEditable={false} />;
};

/** A new PPL campaign of the active owner, or an existing one; read-only for users who may not change it. */
export const CampaignEditorPage = () => {
  const { campaignKey: keyText } = useParams({ strict: false });
  const [mayUpdate, mayCreate] = [useMay('campaigns:Update'), useMay('campaigns:Create')];
  const isEditable = groupOfSession() === 'ag' && mayUpdate;
  const campaignKey = keyParam(keyText);
  if (!isEditable || (keyText !== undefined && campaignKey === undefined)) return <CampaignViewPage />;
  if (campaignKey !== undefined) return <ExistingCampaign key={campaignKey} campaignKey={campaignKey} isEditable />;
  if (!mayCreate)
    return (
      <StatePanel level={1} title="You cannot create campaigns">
        You can change campaigns but not create them.
      </StatePanel>
    );
  return <NewCampaign />;
};

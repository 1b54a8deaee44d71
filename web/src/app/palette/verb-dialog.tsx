import { MoveDialog } from '../../features/campaigns/status/move-dialog.tsx';
import { useCampaignActions } from '../../features/campaigns/status/use-campaign-actions.ts';
import { useCampaignVerb } from './verb-store.ts';

type Campaign = NonNullable<ReturnType<typeof useCampaignVerb.getState>['campaign']>;

const Dialog = ({ campaign }: { campaign: Campaign }) => {
  const verb = useCampaignVerb((state) => state.verb);
  const end = useCampaignVerb((state) => state.end);
  const { campaignKey, name, code } = campaign;
  const acts = useCampaignActions({ campaignKey, name, campaignCode: code });
  return <MoveDialog kind={verb} subject={`${name} (${code})`} onSend={acts.move} onClose={end} />;
};

/** Pauses or resumes the campaign that the search was asked for. */
export const VerbDialog = () => {
  const campaign = useCampaignVerb((state) => state.campaign);
  return campaign && <Dialog key={campaign.campaignKey} campaign={campaign} />;
};

import { create } from 'zustand';

interface VerbCampaign {
  campaignKey: number;
  name: string;
  code: string;
}

interface VerbState {
  verb: 'pause' | 'resume' | null;
  campaign: VerbCampaign | null;
  begin: (verb: 'pause' | 'resume', campaign: VerbCampaign) => void;
  end: () => void;
}

/** What the search was asked to do to a campaign. Its dialog stands over any page. */
export const useCampaignVerb = create<VerbState>((set) => ({
  verb: null,
  campaign: null,
  begin: (verb, campaign) => set({ verb, campaign }),
  end: () => set({ verb: null }),
}));

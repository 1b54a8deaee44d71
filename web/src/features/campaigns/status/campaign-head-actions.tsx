import { Button, Group } from '@mantine/core';
import type { Campaign } from '@paceline/contract';
import type { ComponentProps } from 'react';
import { hrefOf } from '../../../lib/address/paths.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { campaignPagePath } from '../../../shared/campaign-path.ts';
import { CampaignActions } from './campaign-actions.tsx';

interface CampaignHeadActionsProps {
  campaign: Campaign;
  onDone: NonNullable<ComponentProps<typeof CampaignActions>['onDone']>;
}

/** In the head of a campaign's editor or settings: its page, and its actions. */
export const CampaignHeadActions = ({ campaign, onDone }: CampaignHeadActionsProps) => (
  <Group gap={8}>
    <Button
      variant="default"
      component="a"
      href={hrefOf(campaignPagePath(groupOfSession() ?? 'cl', campaign.campaignKey))}
    >
      Performance
    </Button>
    <CampaignActions campaign={campaign} onDone={onDone} />
  </Group>
);

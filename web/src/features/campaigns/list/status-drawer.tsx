import { Anchor, Drawer, Group, Title } from '@mantine/core';
import type { CampaignListRow, UserGroup } from '@paceline/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { hrefOf } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { campaignPagePath, campaignPath } from '../../../shared/campaign-path.ts';
import { CampaignActions } from '../status/campaign-actions.tsx';
import { StatusFacts, StatusLog } from '../status/status-facts.tsx';

interface StatusDrawerProps {
  campaign: CampaignListRow | null;
  group: UserGroup;
  timeZone: string;
  onClose: () => void;
}

/** One campaign of the list: the reasons for its status, actions and status history. */
export const StatusDrawer = ({ campaign, group, timeZone, onClose }: StatusDrawerProps) => {
  const navigate = useNavigate();
  const mayAllocate = [useMay('allocations:Update'), useMay('campaigns:Update')].every(Boolean);
  const setAllocation = campaign !== null && group === 'ag' && mayAllocate && (
    <Anchor
      size="sm"
      underline="always"
      href={hrefOf(`${campaignPath(group, campaign.channel, campaign.campaignKey)}?step=allocation`)}
    >
      Set allocation
    </Anchor>
  );
  return (
    <Drawer
      opened={campaign !== null}
      onClose={onClose}
      position="right"
      size={460}
      padding="md"
      title={<strong>{campaign?.name}</strong>}
    >
      {campaign && (
        <>
          <StatusFacts
            campaign={campaign}
            timeZone={timeZone}
            actionOf={(code) => code === 'NO_ALLOCATION' && setAllocation}
          />
          <Group gap={8} mt={18}>
            <CampaignActions
              campaign={campaign}
              variant="buttons"
              onDone={(action, key) => {
                if (action === 'clone') void navigate({ to: campaignPath(group, campaign.channel, key) });
                if (action === 'delete') onClose();
              }}
            />
          </Group>
          <Group gap={8} mt={18}>
            <Anchor
              size="sm"
              renderRoot={(props) => <Link {...props} to={campaignPagePath(group, campaign.campaignKey)} />}
            >
              Open the campaign
            </Anchor>
          </Group>
          <Title order={3} mt={22} mb={4} fz="sm">
            History
          </Title>
          <StatusLog campaign={campaign} timeZone={timeZone} />
        </>
      )}
    </Drawer>
  );
};

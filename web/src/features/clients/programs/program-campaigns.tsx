import type { ProgramRow } from '@paceline/contract';
import { Button, Popover, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../lib/session/permissions.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { campaignPath } from '../../../shared/campaign-path.ts';
import classes from './programs.module.css';

interface ProgramCampaignsProps {
  program: Pick<ProgramRow, 'programName' | 'campaigns' | 'campaignCount'>;
  tabIndex: number;
}

/** Number of campaigns for a program; a click lists them. */
export const ProgramCampaigns = ({
  program: { programName, campaigns, campaignCount },
  tabIndex,
}: ProgramCampaignsProps) => {
  const group = groupOfSession();
  const mayOpen = useMay('campaigns:View') && group !== 'cl';
  if (campaignCount === 0)
    return (
      <Text span inherit c="dimmed">
        None
      </Text>
    );
  return (
    <Popover position="bottom-end" width={320} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-xs"
          tabIndex={tabIndex}
          aria-label={`${campaignCount}: campaigns that take ${programName}`}
        >
          {campaignCount}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={classes.campaigns}>
          {campaigns.map(({ campaignKey, name }) => (
            <li key={campaignKey}>
              {mayOpen && group !== null ? <Link to={campaignPath(group, 'ppl', campaignKey)}>{name}</Link> : name}
            </li>
          ))}
        </ul>
        {campaignCount > campaigns.length && (
          <Text inherit c="dimmed">
            and {campaignCount - campaigns.length} more
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
};

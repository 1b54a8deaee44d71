import { Checkbox, Flex, Text, Title } from '@mantine/core';
import { changedCampaigns, type Proposal, type ProposalCampaign } from '@paceline/contract';
import { formatCount } from '../../../lib/text/format.ts';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { moveGroups, signed } from './prepare-proposal.ts';
import classes from './proposal.module.css';

interface MoveProps {
  campaign: ProposalCampaign;
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
}

const Move = ({ campaign, isAccepted, onAccept }: MoveProps) => {
  const { name, vendor, before, after, why, young } = campaign;
  const change = signed(after - before);
  const [because, ...others] = why;
  return (
    <li className={classes.move} data-off={!isAccepted || undefined}>
      <Checkbox
        size="sm"
        checked={isAccepted}
        aria-label={`${change} ${name}`}
        onChange={(event) => onAccept(event.currentTarget.checked)}
      />
      <Text span inherit fw={700} ta="end" data-down={after < before || undefined}>
        {change}
      </Text>
      <div className={classes.words}>
        <Text inherit>
          <strong>{name}</strong>{' '}
          <Text span size="xs" c="dimmed">
            {vendor}, {formatCount(before)} to {formatCount(after)}
            {young && ' · little history'}
          </Text>
        </Text>
        <Text inherit>{because}</Text>
        {others.length > 0 && <Note size="xs">{others.join(' ')}</Note>}
      </div>
    </li>
  );
};

interface ProposalMovesProps {
  proposal: Proposal;
  accepted: ReadonlySet<number>;
  onAccept: (keys: readonly number[], isAccepted: boolean) => void;
}

/** The proposed changes with their reasons; each can be accepted on its own. */
export const ProposalMoves = ({ proposal, accepted, onAccept }: ProposalMovesProps) => {
  const keys = changedCampaigns(proposal).map(({ campaignKey }) => campaignKey);
  const isAll = keys.every((key) => accepted.has(key));
  return (
    <Flex aria-label="Moves" component="section" direction="column" gap={12} miw={0}>
      <Checkbox
        size="sm"
        label="All changes"
        checked={isAll}
        indeterminate={!isAll && keys.some((key) => accepted.has(key))}
        onChange={(event) => onAccept(keys, event.currentTarget.checked)}
      />
      {moveGroups(proposal).map(({ groupKey, name, more, decreases, increases }) => (
        <div key={groupKey}>
          <Title order={3} mt={6} fw={600} fz="sm">
            {name}
          </Title>
          {more !== null && <Note size="xs">{more}</Note>}
          <PlainList aria-label={`Moves in ${name}`}>
            {[...decreases, ...increases].map((campaign) => (
              <Move
                key={campaign.campaignKey}
                campaign={campaign}
                isAccepted={accepted.has(campaign.campaignKey)}
                onAccept={(isAccepted) => onAccept([campaign.campaignKey], isAccepted)}
              />
            ))}
          </PlainList>
        </div>
      ))}
    </Flex>
  );
};

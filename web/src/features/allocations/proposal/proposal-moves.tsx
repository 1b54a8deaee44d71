import { Checkbox } from '@mantine/core';
import { changedCampaigns, type Proposal, type ProposalCampaign } from '@paceline/contract';
import { formatCount } from '../../../lib/format.ts';
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
      <span className={classes.change} data-down={after < before || undefined}>
        {change}
      </span>
      <div className={classes.words}>
        <p className={classes.name}>
          <strong>{name}</strong>{' '}
          <span className={classes.dim}>
            {vendor}, {formatCount(before)} to {formatCount(after)}
            {young && ' · little history'}
          </span>
        </p>
        <p className={classes.because}>{because}</p>
        {others.length > 0 && <p className={classes.dim}>{others.join(' ')}</p>}
      </div>
    </li>
  );
};

interface ProposalMovesProps {
  proposal: Proposal;
  accepted: ReadonlySet<number>;
  onAccept: (keys: readonly number[], isAccepted: boolean) => void;
}

/** Every proposed change with its reason beside it: each is taken or left by itself. */
export const ProposalMoves = ({ proposal, accepted, onAccept }: ProposalMovesProps) => {
  const keys = changedCampaigns(proposal).map(({ campaignKey }) => campaignKey);
  const isAll = keys.every((key) => accepted.has(key));
  return (
    <section aria-label="Moves" className={classes.moves}>
      <Checkbox
        size="sm"
        label="All changes"
        checked={isAll}
        indeterminate={!isAll && keys.some((key) => accepted.has(key))}
        onChange={(event) => onAccept(keys, event.currentTarget.checked)}
      />
      {moveGroups(proposal).map(({ groupKey, name, more, taken, given }) => (
        <div key={groupKey}>
          <h3 className={classes.group}>{name}</h3>
          {more !== null && <p className={classes.dim}>{more}</p>}
          <ul className={classes.list} aria-label={`Moves in ${name}`}>
            {[...taken, ...given].map((campaign) => (
              <Move
                key={campaign.campaignKey}
                campaign={campaign}
                isAccepted={accepted.has(campaign.campaignKey)}
                onAccept={(isAccepted) => onAccept([campaign.campaignKey], isAccepted)}
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
};

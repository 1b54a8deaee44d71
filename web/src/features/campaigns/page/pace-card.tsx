import { Anchor } from '@mantine/core';
import type { Campaign, Labels, UserGroup } from '@paceline/contract';
import { hrefOf, PATHS } from '../../../lib/address/paths.ts';
import { Facts } from '../../../ui/lists/facts.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { type Figures, notRunning, paceFacts, paceVerdict, throughText } from './prepare-figures.ts';
import classes from './page.module.css';

interface PaceCardProps {
  campaign: Pick<Campaign, 'startDate' | 'endDate' | 'clientGoalKey'>;
  figures: Figures;
  group: UserGroup;
  labels: Labels;
}

/** The current month: where it stands against its plan, as its sheet shows it. */
export const PaceCard = ({ campaign, figures, group, labels }: PaceCardProps) => {
  const [row] = figures.sheet;
  const sheet =
    group === 'mp' ? PATHS.mpCurrentMonth : `${PATHS.allocationsCurrentMonth}?lineItem=${campaign.clientGoalKey}`;
  return (
    <SectionCard
      title="This month"
      note={row && throughText(row)}
      action={
        row && (
          <Anchor size="sm" href={hrefOf(sheet)}>
            Open in the sheet
          </Anchor>
        )
      }
    >
      {row ? (
        <>
          <p className={classes.verdict}>{paceVerdict(row, figures.band, group)}</p>
          <Facts tiles facts={paceFacts(row, { group, labels })} />
        </>
      ) : (
        <EmptyState title="Not running this month">{notRunning(campaign, figures.today)}</EmptyState>
      )}
    </SectionCard>
  );
};

import { Button } from '@mantine/core';
import { reportsFor } from '@paceline/contract';
import { hrefOf, pathTo } from '../../../lib/address/paths.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { Dashboard } from '../dashboard-page.tsx';
import { InsightsOwner } from '../../../shared/insights-owner.tsx';
import { filtersFor } from './prepare-report.ts';

/** The current performance, for the agency, clients and partners, each with its own money. */
export const MediaDashboardPage = () => {
  const group = groupOfSession() ?? 'cl';
  return (
    <InsightsOwner>
      {({ ownerKey, variant, choice }) => (
        <Dashboard
          key={ownerKey}
          name={group === 'mp' ? 'mediaOfPartner' : 'media'}
          ownerKey={ownerKey}
          variant={variant}
          filters={filtersFor(group)}
          choices={choice}
          action={
            reportsFor(group, variant).length > 0 && (
              <Button component="a" variant="default" href={hrefOf(pathTo(group === 'mp' ? 'mpInsights' : 'insights'))}>
                All reports
              </Button>
            )
          }
        />
      )}
    </InsightsOwner>
  );
};

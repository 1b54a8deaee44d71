import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { InsightsOwner } from '../../../shared/insights-owner.tsx';
import { PageHead } from '../../../ui/pieces/page-head.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { dashboardsQuery, viewsQuery } from '../views/api.ts';
import { viewHrefs } from '../views/view-hrefs.ts';
import { ShownDashboard } from './shown-dashboard.tsx';

const TITLE = 'Dashboard';

interface DashboardOfOwnerProps {
  ownerKey: number;
  dashboardKey: number;
  choice: ReactNode;
}

const DashboardOfOwner = ({ ownerKey, dashboardKey, choice }: DashboardOfOwnerProps) => {
  const dashboards = useQuery(dashboardsQuery(ownerKey));
  const views = useQuery(viewsQuery(ownerKey));
  const group = groupOfSession();
  if (group === null) return null;
  return (
    <Loaded query={dashboards} what="dashboard" lines={8}>
      {(all) => {
        const dashboard = all.find((one) => one.dashboardKey === dashboardKey);
        if (dashboard === undefined)
          return (
            <>
              <PageHead title={TITLE} action={choice} />
              <Alert color="yellow" title="Dashboard not found">
                It was deleted, it is another owner’s, or it is not shared with you.{' '}
                <a href={viewHrefs.savedViews(ownerKey)}>All saved views and dashboards</a>
              </Alert>
            </>
          );
        return (
          <Loaded query={views} what="saved views" lines={8}>
            {(record) => <ShownDashboard {...{ ownerKey, group, dashboard, choice }} views={record.views} />}
          </Loaded>
        );
      }}
    </Loaded>
  );
};

/** A custom dashboard. Each card asks with the viewer's rights, and fails on its own. */
export const SavedDashboardPage = () => {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  const dashboardKey = Number(params['dashboardKey']);
  return (
    <InsightsOwner>
      {({ ownerKey, choice }) => (
        <DashboardOfOwner key={`${ownerKey} ${dashboardKey}`} {...{ ownerKey, dashboardKey, choice }} />
      )}
    </InsightsOwner>
  );
};

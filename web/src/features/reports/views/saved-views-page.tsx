import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMay } from '../../../lib/session/permissions.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { InsightsOwner } from '../../../shared/insights-owner.tsx';
import { HeadParts } from '../../../ui/pieces/page-head.tsx';
import { DashboardsList } from '../dashboards/dashboards-list.tsx';
import { EmbedSitesCard } from '../dashboards/embed-sites-card.tsx';
import { RulesList } from '../schedules/rules-list.tsx';
import { SchedulesList } from '../schedules/schedules-list.tsx';
import { viewHrefs } from './view-hrefs.ts';
import { ViewsList } from './views-list.tsx';

const ViewsOfOwner = ({ ownerKey, choice }: { ownerKey: number; choice: ReactNode }) => {
  const group = groupOfSession();
  const mayEmbed = useMay('admin:Settings') && group === 'ag';
  return (
    <Stack gap={12}>
      <HeadParts
        action={
          <>
            {choice}
            <Button
              component="a"
              href={viewHrefs.analysis(ownerKey)}
              leftSection={<IconPlus size={17} aria-hidden="true" />}
            >
              New view
            </Button>
          </>
        }
      />
      <ViewsList ownerKey={ownerKey} />
      <DashboardsList ownerKey={ownerKey} />
      <SchedulesList ownerKey={ownerKey} />
      {group !== 'mp' && <RulesList ownerKey={ownerKey} />}
      {mayEmbed && <EmbedSitesCard ownerKey={ownerKey} />}
    </Stack>
  );
};

/** An owner's saved views: the viewer's own and shared ones. */
export const SavedViewsPage = () => (
  <InsightsOwner>
    {({ ownerKey, choice }) => <ViewsOfOwner key={ownerKey} ownerKey={ownerKey} choice={choice} />}
  </InsightsOwner>
);

import { Button, Group } from '@mantine/core';
import { type ReportMember, type SavedDashboard, type SavedView, type UserGroup } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useLabels } from '../../../lib/address/owner-labels.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { useStable } from '../../../ui/grid/use-stable.ts';
import { PageHead } from '../../../ui/pieces/page-head.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { dimensionsQuery, measuresQuery } from '../api.ts';
import { inWords } from '../fields/prepare-fields.ts';
import { sharedText } from '../views/prepare-views.ts';
import { viewHrefs } from '../views/view-hrefs.ts';
import { CardGrid } from './card-grid.tsx';
import type { CardPage } from './card-page.ts';
import { FullScreen } from './full-screen.tsx';
import { OverrideBar } from './override-bar.tsx';
import { placedCards } from './prepare-cards.ts';
import { useDashboardAddress } from './use-dashboard-address.ts';
import { enterFullScreen } from './use-full-screen.ts';

const DashboardEditor = lazy(async () => ({ default: (await import('./dashboard-editor.tsx')).DashboardEditor }));

const ScheduleDialog = lazy(async () => ({
  default: (await import('../schedules/schedule-dialog.tsx')).ScheduleDialog,
}));

const ALL = { channel: 'all', vertical: 'all' } as const;
const NO_MEMBERS: readonly ReportMember[] = [];

const copyAddress = async (): Promise<void> => {
  try {
    await navigator.clipboard.writeText(window.location.href);
    toast.success('Link copied, with its dates and filters. People it is shared with can open it.');
  } catch {
    toast.error({ message: 'Your browser does not allow copying. Copy the link from the address bar.' });
  }
};

/** Fields that may be filtered and counted, in the owner's words. */
const useMembers = (ownerKey: number, group: UserGroup) => {
  const dimensions = useQuery(dimensionsQuery(ALL)).data ?? NO_MEMBERS;
  const offered = useQuery(measuresQuery(ALL)).data ?? NO_MEMBERS;
  const labelsOf = useLabels();
  const measures = useMemo(
    () => inWords(offered, ALL, labelsOf(ownerKey), group),
    [offered, labelsOf, ownerKey, group],
  );
  return { dimensions, measures };
};

interface ShownDashboardProps {
  ownerKey: number;
  group: UserGroup;
  dashboard: SavedDashboard;
  views: readonly SavedView[];
  choice: ReactNode;
}

/** A dashboard on the screen: read, edited or full-screen. */
export const ShownDashboard = ({ ownerKey, group, dashboard, views, choice }: ShownDashboardProps) => {
  const { name, description, cards, mayChange } = dashboard;
  const [isEditing, setEditing] = useState(cards.length === 0 && mayChange);
  const { override, setOverride, isFull, setFull } = useDashboardAddress();
  const { dimensions, measures } = useMembers(ownerKey, group);
  const labelIn = (members: readonly ReportMember[], key: string): string =>
    members.find((one) => one.key === key)?.label ?? key;
  const labelOf = (key: string): string => labelIn(dimensions, key);
  const page: CardPage = { ownerKey, group, views, override, labelOf, isLive: false };
  const placed = placedCards(cards, views, (key) => labelIn(measures, key));
  const leave = useStable(() => setFull(false));
  const maySchedule = useMay('reports:Schedule');
  const [isScheduling, setScheduling] = useState(false);
  return (
    <>
      <PageHead
        title={name}
        trail={[{ label: 'Insights' }, { label: 'Saved views', href: viewHrefs.savedViews(ownerKey) }]}
        description={[description, sharedText(dashboard)].filter((text) => text !== '').join(' · ')}
        action={
          <Group gap="xs">
            {choice}
            <Button variant="default" onClick={() => void copyAddress()}>
              Copy address
            </Button>
            {cards.length > 0 && maySchedule && (
              <Button variant="default" onClick={() => setScheduling(true)}>
                Schedule
              </Button>
            )}
            {cards.length > 0 && !isEditing && (
              <Button
                variant="default"
                onClick={() => {
                  enterFullScreen();
                  setFull(true);
                }}
              >
                Full screen
              </Button>
            )}
            {mayChange && !isEditing && <Button onClick={() => setEditing(true)}>Edit dashboard</Button>}
          </Group>
        }
      />
      <OverrideBar {...{ ownerKey, group, dimensions, labelOf, override }} onChange={setOverride} />
      {isEditing ? (
        <Suspense fallback={<LoadingSkeleton label="Loading the editor" lines={8} />}>
          <DashboardEditor {...{ page, dashboard, dimensions, measures }} onDone={() => setEditing(false)} />
        </Suspense>
      ) : (
        !isFull && cards.length > 0 && <CardGrid {...{ page, placed }} />
      )}
      {cards.length === 0 && !isEditing && <EmptyState title="This dashboard has no cards yet" />}
      {isScheduling && (
        <Suspense fallback={null}>
          <ScheduleDialog
            ownerKey={ownerKey}
            subject={{ viewKey: null, dashboardKey: dashboard.dashboardKey, name }}
            schedule={null}
            onSaved={() => setScheduling(false)}
            onClose={() => setScheduling(false)}
          />
        </Suspense>
      )}
      {isFull && !isEditing && <FullScreen title={name} {...{ page, placed }} onLeave={leave} />}
    </>
  );
};

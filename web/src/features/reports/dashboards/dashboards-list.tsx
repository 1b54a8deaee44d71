import { Button, Group, Menu, Text } from '@mantine/core';
import { type SavedDashboard, savedDashboardList, savedDashboardRemove } from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatInstant, localZone } from '../../../lib/text/format.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { dashboardsQuery, useOwnerChange } from '../views/api.ts';
import { sharedText } from '../views/prepare-views.ts';
import { viewHrefs } from '../views/view-hrefs.ts';
import record from '../../../ui/lists/record-list.module.css';

const DashboardDialog = lazy(async () => ({ default: (await import('./dashboard-dialog.tsx')).DashboardDialog }));

interface RowProps {
  ownerKey: number;
  dashboard: SavedDashboard;
  onRename: () => void;
}

const DashboardRow = ({ ownerKey, dashboard, onRename }: RowProps) => {
  const { dashboardKey, name, description, cards, mayChange, updatedAt } = dashboard;
  const remove = useOwnerChange(savedDashboardRemove, ownerKey, [savedDashboardList]);
  const drop = () =>
    remove.mutate(
      { dashboardKey, isRemoved: true },
      {
        onSuccess: () =>
          toast.success(`Dashboard “${name}” deleted.`, {
            label: 'Undo',
            onAct: () => remove.mutate({ dashboardKey, isRemoved: false }),
          }),
      },
    );
  return (
    <li className={record.row}>
      <div className={record.words}>
        <Group gap="2px 10px" fz="sm">
          <strong>{name}</strong>
        </Group>
        {description && <Text size="sm">{description}</Text>}
        <Note size="xs">
          {`${cards.length === 1 ? '1 card' : `${cards.length} cards`} · ${sharedText(dashboard)} · changed ${formatInstant(updatedAt, localZone())}`}
        </Note>
      </div>
      <Group gap={8}>
        <Button
          component="a"
          href={viewHrefs.dashboard(ownerKey, dashboardKey)}
          size="xs"
          variant="default"
          aria-label={`Open dashboard ${name}`}
        >
          Open
        </Button>
        {mayChange && (
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <Button size="xs" variant="default" aria-label={`More for dashboard ${name}`}>
                More
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={onRename}>Rename or share…</Menu.Item>
              <Menu.Item color="red" onClick={drop}>
                Delete
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </li>
  );
};

/** Custom dashboards of an owner's saved views. */
export const DashboardsList = ({ ownerKey }: { ownerKey: number }) => {
  const query = useQuery(dashboardsQuery(ownerKey));
  const [named, setNamed] = useState<SavedDashboard | 'new' | null>(null);
  return (
    <SectionCard
      title="Dashboards"
      action={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden="true" />}
          onClick={() => setNamed('new')}
        >
          New dashboard
        </Button>
      }
    >
      <Loaded query={query} what="dashboards" lines={3}>
        {(dashboards) =>
          dashboards.length === 0 ? (
            <EmptyState title="No dashboards yet">
              Create one and add saved views as charts or tables, in any order.
            </EmptyState>
          ) : (
            <PlainList aria-label="Dashboards">
              {dashboards.map((dashboard) => (
                <DashboardRow
                  key={dashboard.dashboardKey}
                  ownerKey={ownerKey}
                  dashboard={dashboard}
                  onRename={() => setNamed(dashboard)}
                />
              ))}
            </PlainList>
          )
        }
      </Loaded>
      {named !== null && (
        <Suspense fallback={null}>
          <DashboardDialog
            ownerKey={ownerKey}
            dashboard={named === 'new' ? null : named}
            onSaved={({ dashboardKey }) => {
              setNamed(null);
              if (named === 'new') window.location.assign(viewHrefs.dashboard(ownerKey, dashboardKey));
            }}
            onClose={() => setNamed(null)}
          />
        </Suspense>
      )}
    </SectionCard>
  );
};

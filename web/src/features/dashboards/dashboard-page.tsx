import { Button, Group } from '@mantine/core';
import type { OwnerVariant } from '@paceline/contract';
import { useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import type { FilterName } from '../../shared/filter-bar/filter-search.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { HeadParts } from '../../ui/pieces/page-head.tsx';
import { DashboardBar } from './dashboard-bar.tsx';
import { readDashboardSearch } from './dashboard-search.ts';
import { type DashboardName, isOverTime, slotsFor } from './dashboards.ts';
import { OwnerDashboard } from './owner-dashboard.tsx';
import { MonthAgainstPlan } from './pacing/month-against-plan.tsx';
import { MonthSentence } from './sentence/month-sentence.tsx';
import { bodyOf, chosenRange } from './prepare-range.ts';
import { useArrangement } from './widgets/use-arrangement.ts';
import { useKeptSearch } from './use-kept-search.ts';
import { useOwnerDashboard } from './use-owner-dashboard.tsx';
import { WidgetCard } from './widgets/widget-card.tsx';
import classes from './dashboard-page.module.css';

interface DashboardProps {
  name: DashboardName;
  ownerKey: number;
  variant: OwnerVariant;
  filters?: readonly FilterName[];
  /** Placed before the page's own buttons, or before its dates. */
  action?: ReactNode;
  choices?: ReactNode;
}

export const Dashboard = ({ name, ownerKey, variant, filters, action, choices }: DashboardProps) => {
  const said: Record<string, unknown> = useSearch({ strict: false });
  const search = useKeptSearch(
    ownerKey,
    useMemo(() => readDashboardSearch(said), [said]),
  );
  const { group, labels, today, recount, panel, pick } = useOwnerDashboard(ownerKey, variant);
  const slots = useMemo(() => slotsFor(name, variant), [name, variant]);
  const arrangement = useArrangement(`${name} ${ownerKey}`, slots);
  const [arranging, setArranging] = useState(false);
  /** Pages that answer first and have the details below. */
  const isOverview = name === 'executive' || name === 'media' || name === 'mediaOfPartner';
  const chosen = useMemo(() => chosenRange(search, today), [search, today]);
  const body = useMemo(() => bodyOf(search, ownerKey, today), [search, ownerKey, today]);

  return (
    <>
      <HeadParts
        action={
          <Group gap="xs">
            {action}
            {arranging && arrangement.isChanged && (
              <Button variant="subtle" onClick={arrangement.reset}>
                Reset
              </Button>
            )}
            <Button variant="default" onClick={() => setArranging(!arranging)}>
              {arranging ? 'Done' : 'Edit layout'}
            </Button>
          </Group>
        }
      />
      {recount}
      <DashboardBar
        search={search}
        chosen={chosen}
        today={today}
        isOverTime={slots.some(isOverTime)}
        {...(filters && { filters })}
      >
        {choices}
      </DashboardBar>
      {arranging && arrangement.hidden.length > 0 && (
        <Group gap="xs" mb="sm">
          {arrangement.hidden.map(({ slot, title }) => (
            <Button key={slot} size="xs" variant="default" onClick={() => arrangement.show(slot)}>
              Show {title}
            </Button>
          ))}
        </Group>
      )}
      {chosen.kind === 'wrong' && <EmptyState title="No figures for these dates">{chosen.message}</EmptyState>}
      {name === 'executive' && chosen.kind !== 'wrong' && (
        <MonthSentence search={search} ownerKey={ownerKey} today={today} group={group} />
      )}
      <div className={classes.grid} hidden={chosen.kind === 'wrong'}>
        {chosen.kind !== 'wrong' &&
          arrangement.shown.map((place) => (
            <Fragment key={place.slot}>
              <WidgetCard
                place={place}
                body={body}
                today={today}
                labels={labels}
                group={group}
                isFolded={isOverview}
                arranging={
                  arranging
                    ? { move: (by) => arrangement.move(place.slot, by), hide: () => arrangement.hide(place.slot) }
                    : null
                }
                onPick={pick}
              />
              {place.view === 'headline' && (
                <MonthAgainstPlan search={search} ownerKey={ownerKey} today={today} group={group} />
              )}
            </Fragment>
          ))}
      </div>
      {panel}
    </>
  );
};

const DashboardOf = ({ name }: { name: Exclude<DashboardName, 'pacing' | 'media' | 'mediaOfPartner'> }) => (
  <OwnerDashboard single={name === 'executive'}>
    {({ ownerKey, variant }) => (
      <Dashboard key={`${name} ${ownerKey}`} name={name} ownerKey={ownerKey} variant={variant} />
    )}
  </OwnerDashboard>
);

export const ExecutivePage = () => <DashboardOf name="executive" />;
export const WebsitePage = () => <DashboardOf name="website" />;
export const SearchPage = () => <DashboardOf name="search" />;
export const AffiliatePage = () => <DashboardOf name="affiliate" />;

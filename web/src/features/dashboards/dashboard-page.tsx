import { Button, Group } from '@mantine/core';
import {
  groupOfUserType,
  ownerGet,
  type ReportFilter,
  REPORT_WIDGETS,
  PACING_WIDGETS,
  variantOf,
  type WidgetRow,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { callQuery } from '../../lib/op-query.ts';
import { hrefOf, PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { DashboardBar } from './dashboard-bar.tsx';
import type { DashboardSearch } from './dashboard-search.ts';
import { type DashboardName, DASHBOARDS, type Slot, slotsFor } from './dashboards.ts';
import { bodyOf, todayIn } from './prepare-range.ts';
import { type Behind, RowsBehind } from './rows-behind.tsx';
import { useArrangement } from './use-arrangement.ts';
import { useLive } from './use-live.ts';
import { WidgetCard } from './widget-card.tsx';
import classes from './dashboard-page.module.css';

/** Which filter a picked row stands for; a row of dates or totals stands for none. */
const filtersOf = ({ widget }: Slot, row: WidgetRow): ReportFilter[] => {
  if (widget in PACING_WIDGETS) {
    const { name, by } = PACING_WIDGETS[widget as keyof typeof PACING_WIDGETS];
    return row[name] == null ? [] : [{ member: by, operator: 'equals', values: [String(row[name])] }];
  }
  if ('campaignCode' in row)
    return [{ member: 'campaignCode', operator: 'equals', values: [String(row['campaignCode'])] }];
  const report = REPORT_WIDGETS[widget as keyof typeof REPORT_WIDGETS];
  const dimensions: Readonly<Record<string, string>> = 'dimensions' in report ? report.dimensions : {};
  return Object.entries(dimensions).flatMap(([name, member]): ReportFilter[] => {
    const value = row[name];
    if (value == null) return [];
    return [{ member, operator: 'equals', values: [String(value).replace(/^US-/, '')] }];
  });
};

interface DashboardProps {
  name: DashboardName;
  ownerKey: number;
  variantName: string | null;
}

const Dashboard = ({ name, ownerKey, variantName }: DashboardProps) => {
  const search: DashboardSearch = useSearch({ strict: false });
  const group = groupOfUserType(useSession((state) => state.userType) ?? '') ?? 'cl';
  const owner = useQuery(callQuery(ownerGet, { params: { ownerKey } }));
  const zone = owner.data?.timeZone ?? 'America/New_York';
  const variant = variantOf(variantName);
  const slots = useMemo(() => slotsFor(name, variantOf(variantName)), [name, variantName]);
  const arrangement = useArrangement(`${name} ${ownerKey}`, slots);
  const [arranging, setArranging] = useState(false);
  const [behind, setBehind] = useState<Behind | null>(null);
  const [now] = useState(() => new Date());
  const body = useMemo(() => bodyOf(search, ownerKey, todayIn(zone, now)), [search, ownerKey, zone, now]);
  useLive(ownerKey);

  const pick = (place: Slot, row: WidgetRow, range: { from: string; to: string }): void => {
    const filters = filtersOf(place, row);
    const [filter] = filters;
    if (filter) setBehind({ title: `${place.title}: ${filter.values.join(', ')}`, filters, range });
  };

  return (
    <>
      <PageHead
        title={DASHBOARDS[name].title}
        description={`Days in ${zone.replaceAll('_', ' ')}.`}
        action={
          <Group gap="xs">
            {arranging && arrangement.isChanged && (
              <Button variant="subtle" onClick={arrangement.reset}>
                Reset
              </Button>
            )}
            <Button variant="default" onClick={() => setArranging(!arranging)}>
              {arranging ? 'Done' : 'Arrange'}
            </Button>
          </Group>
        }
      />
      <DashboardBar search={search} />
      {arranging && arrangement.hidden.length > 0 && (
        <Group gap="xs" mb="sm">
          {arrangement.hidden.map(({ slot, title }) => (
            <Button key={slot} size="xs" variant="default" onClick={() => arrangement.show(slot)}>
              Show {title}
            </Button>
          ))}
        </Group>
      )}
      <div className={classes.grid}>
        {arrangement.shown.map((place) => (
          <WidgetCard
            key={place.slot}
            place={place}
            body={body}
            labels={variant.labels}
            group={group}
            arranging={
              arranging
                ? { move: (by) => arrangement.move(place.slot, by), hide: () => arrangement.hide(place.slot) }
                : null
            }
            onPick={pick}
          />
        ))}
      </div>
      <RowsBehind
        behind={behind}
        ownerKey={ownerKey}
        labels={variant.labels}
        group={group}
        onClose={() => setBehind(null)}
      />
    </>
  );
};

const DashboardOf = ({ name }: { name: DashboardName }) => {
  const owner = useSession((state) => state.activeOwner);
  const isClient = groupOfUserType(useSession((state) => state.userType) ?? '') === 'cl';
  if (owner === null)
    return (
      <>
        <PageHead title={DASHBOARDS[name].title} />
        <EmptyState
          title="No owner is chosen"
          action={
            <Button component="a" href={hrefOf(isClient ? PATHS.clients : PATHS.owners)} variant="default">
              Choose one
            </Button>
          }
        >
          Dashboards belong to an owner.
        </EmptyState>
      </>
    );
  return (
    <Dashboard key={`${name} ${owner.ownerKey}`} name={name} ownerKey={owner.ownerKey} variantName={owner.variant} />
  );
};

export const ExecutivePage = () => <DashboardOf name="executive" />;
export const PacingPage = () => <DashboardOf name="pacing" />;
export const WebsitePage = () => <DashboardOf name="website" />;
export const SearchPage = () => <DashboardOf name="search" />;
export const AffiliatePage = () => <DashboardOf name="affiliate" />;

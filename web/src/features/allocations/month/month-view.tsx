import { Text } from '@mantine/core';
import { type AllocationMonth, editableFields, type UserGroup, variantOf } from '@paceline/contract';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { OwnerOfUser } from '../../../lib/session/session-data.ts';
import { useFilterOptions, useFilters } from '../../../shared/filter-bar/use-filters.ts';
import { LeaveGuard } from '../../../shared/form/leave-guard.tsx';
import { UnattributedLine } from '../../../shared/unattributed-line.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { useStable } from '../../../ui/grid/use-stable.ts';
import { CampaignView } from './campaigns/campaign-view.tsx';
import { MonthBar } from './month-bar.tsx';
import { MonthHead } from './month-head.tsx';
import type { MonthSearch } from './month-search.ts';
import classes from './month-view.module.css';
import { calendarFacts, rowFacts } from './prepare-calendar.ts';
import { rowFilters } from '../overview/prepare-filter.ts';
import { SaveBar } from '../sheet/save-bar.tsx';
import { DraftNotice } from '../sheet/sheet-notices.tsx';
import { useMonth } from './use-month.ts';
import { PeopleHere } from '../live/people-here.tsx';
import { usePending } from '../pending/use-pending.tsx';
import { useSaveKeys } from '../../../ui/forms/use-save-keys.ts';

/** The other table, loaded on a click. */
const GoalView = lazy(async () => ({ default: (await import('../overview/goal-view.tsx')).GoalView }));

interface MonthViewProps {
  title: string;
  group: UserGroup;
  month: AllocationMonth;
  /** Null: all owners of a media partner. */
  owner: OwnerOfUser | null;
  view: MonthSearch['view'];
}

/** A month's page: head, filters, one of two tables, and the unsaved edits of both. */
export const MonthView = ({ title, group, month, owner, view }: MonthViewProps) => {
  const variant = variantOf(owner);
  const of = useMemo(
    () => ({ group, month, ownerKey: owner?.ownerKey ?? null, variant }),
    [group, month, owner, variant],
  );
  const state = useMonth(of);
  const { values } = useFilters();
  const options = useFilterOptions().data;
  const filters = useMemo(() => rowFilters(values, options), [values, options]);
  const pending = usePending(state, of);
  const isChangedOnly = pending.onlyChanged?.isOn ?? false;
  const [changedCampaigns, changedGoals] = [state.sheet.edits.entered, state.targets.edits.entered];
  const campaignRows = useMemo(() => {
    const rows = state.sheet.rows.filter(filters.campaign);
    return isChangedOnly ? rows.filter(({ campaignKey }) => changedCampaigns.has(campaignKey)) : rows;
  }, [state.sheet.rows, filters, isChangedOnly, changedCampaigns]);
  const goalRows = useMemo(() => {
    const rows = filters.goals(state.goalRows, state.sheet.saved);
    return isChangedOnly ? rows.filter(({ goalKey }) => changedGoals.has(goalKey)) : rows;
  }, [state.goalRows, state.sheet.saved, filters, isChangedOnly, changedGoals]);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [attempts, setAttempts] = useState(0);
  const trySave = useStable(async () => {
    const isDone = await state.saveAll();
    setAttempts((before) => (isDone ? 0 : before + 1));
  });
  const save = useStable(() => void trySave());
  useSaveKeys(save);

  const head = state.calendar
    ? calendarFacts(state.calendar, month)
    : group === 'mp'
      ? rowFacts(state.campaigns.rows, month, state.ownerZone)
      : null;
  const canSave = (state.mayEdit && editableFields(group, month).length > 0) || state.maySetTargets;
  return (
    <div className={classes.page} data-fill>
      <MonthHead title={title} head={head}>
        <PeopleHere people={state.live.people} />
        <div ref={setSlot} className={classes.slot} />
        {canSave && (
          <SaveBar
            count={state.count}
            isSaving={state.isSaving}
            onList={pending.open}
            onSave={save}
            onDiscard={state.giveUp}
          />
        )}
      </MonthHead>
      <MonthBar isPartner={group === 'mp'} ownerKey={of.ownerKey} view={view} onlyChanged={pending.onlyChanged} />
      <DraftNotice drafts={state.drafts} />
      {view === 'lineitems' ? (
        <Suspense fallback={<LoadingSkeleton label="Loading the line items" lines={6} />}>
          <GoalView of={of} state={state} rows={goalRows} attempts={attempts} />
        </Suspense>
      ) : (
        <CampaignView of={of} state={state} rows={campaignRows} attempts={attempts} slot={slot} />
      )}
      {view === 'lineitems' && filters.note !== null && (
        <Text inherit c="dimmed" fz="0.75rem">
          {filters.note}
        </Text>
      )}
      <UnattributedLine unattributed={month === 'current' ? state.unattributed : undefined} />
      {pending.drawer}
      <LeaveGuard isDirty={state.count > 0} onLeave={state.giveUp} />
    </div>
  );
};

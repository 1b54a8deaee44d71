import type { CampaignRow, GoalRow, MonthCalendar } from '@paceline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { localZone } from '../../../lib/text/format.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { useStable } from '../../../ui/grid/use-stable.ts';
import { clearToasts, toast } from '../../../ui/toast/toast-store.ts';
import {
  forgetMonth,
  goalsQuery,
  type MonthOf,
  ownerQuery,
  requestsQuery,
  sendAllocations,
  sendTargets,
} from '../api.ts';
import { campaignKeyOf, followPlan } from './campaigns/prepare-campaign-rows.ts';
import { campaignSums, followTargets, goalKeyOf, withCampaigns } from '../overview/prepare-goal-rows.ts';
import { changesIn } from '../sheet/save-bar.tsx';
import { type Cells, type SentRow, typedRow } from '../sheet/sheet-rows.ts';
import { useCampaigns } from './campaigns/use-campaigns.ts';
import { useLiveSheet } from '../live/use-live-sheet.ts';
import { useSheetDraft } from '../sheet/use-sheet-draft.ts';
import { type Sheet, useSheet } from '../sheet/use-sheet.ts';

const NO_GOALS: readonly GoalRow[] = [];

const useGoals = ({ group, month, ownerKey }: MonthOf) =>
  useQuery({ ...goalsQuery(month, ownerKey), enabled: group !== 'mp' });

const useTargets = (ownerKey: number | null, goals: ReturnType<typeof useGoals>): Sheet<GoalRow> => {
  const calendar: MonthCalendar | undefined = goals.data?.calendar;
  const follow = useCallback(
    (goal: GoalRow, cells: Cells) => (calendar ? followTargets(goal, cells, calendar) : typedRow(goal, cells)),
    [calendar],
  );
  return useSheet({
    server: (goals.data?.goals ?? NO_GOALS) as readonly GoalRow[],
    keyOf: goalKeyOf,
    follow,
    send: (rows: readonly SentRow[]) => sendTargets(Number(ownerKey), calendar?.month ?? '', rows),
    onStale: () => void goals.refetch(),
  });
};

/** State of a month's page: data, unsaved edits and saving. */
export const useMonth = (of: MonthOf) => {
  const { group, month, ownerKey } = of;
  const queries = useQueryClient();
  const campaigns = useCampaigns(month, ownerKey);
  const goals = useGoals(of);
  const owner = useQuery({ ...ownerQuery(ownerKey ?? 0), enabled: group === 'mp' && ownerKey !== null });
  const requests = useQuery({ ...requestsQuery(month, ownerKey), enabled: group !== 'cl' });

  const sheet = useSheet<CampaignRow>({
    server: campaigns.rows,
    keyOf: campaignKeyOf,
    follow: followPlan,
    send: (rows) => sendAllocations(of, rows),
    onStale: campaigns.reload,
  });
  const targets = useTargets(ownerKey, goals);
  const goalRows = useMemo(() => {
    const sums = campaignSums(sheet.saved, sheet.rows);
    return targets.rows.map((goal) => withCampaigns(goal, sums.get(goal.goalKey)));
  }, [sheet.saved, sheet.rows, targets.rows]);

  const place = `${group}.${month}.${ownerKey ?? 'all'}`;
  const sheetDraft = useSheetDraft(`allocations.${place}`, sheet, campaigns.isWhole);
  const targetDraft = useSheetDraft(`targets.${place}`, targets, goals.data !== undefined);
  const count = sheet.edits.count + targets.edits.count;

  const refresh = useStable(() => {
    campaigns.reload();
    void forgetMonth(queries);
  });
  const live = useLiveSheet({ month, ownerKey, sheet, onMoved: refresh });
  const undoSaves = async (undos: readonly (() => Promise<boolean>)[], saved: number) => {
    let isDone = true;
    for (const undo of undos) isDone = (await undo()) && isDone;
    if (isDone) toast.success(`${changesIn(saved)} undone.`);
    refresh();
  };
  /** Saves all changes, campaigns first. Refused values stay as typed, with the reason. */
  const saveAll = useStable(async (): Promise<boolean> => {
    const changed = [sheet, targets].filter(({ edits }) => edits.count > 0);
    const undos: (() => Promise<boolean>)[] = [];
    let saved = 0;
    for (const { edits, save, undoSave } of changed) {
      // The second table is saved only if the first succeeded.
      if (!(await save())) break;
      saved += edits.count;
      undos.push(undoSave);
    }
    if (saved > 0) {
      // Clears the "Not saved yet" message: it is outdated, and its Undo would undo something else.
      clearToasts();
      toast.success(`${changesIn(saved)} saved.`, { label: 'Undo', onAct: () => void undoSaves(undos, saved) });
      refresh();
    }
    return saved === count;
  });
  const giveUp = () => {
    sheet.discard();
    targets.discard();
    sheetDraft.forget();
    targetDraft.forget();
  };

  return {
    campaigns,
    goals,
    goalRows,
    requests,
    sheet,
    live,
    targets,
    drafts: [sheetDraft, targetDraft],
    count,
    isSaving: sheet.isSaving || targets.isSaving,
    calendar: goals.data?.calendar ?? null,
    unattributed: goals.data?.unattributed,
    timeZone: goals.data?.calendar.timeZone ?? owner.data?.timeZone ?? localZone(),
    ownerZone: owner.data?.timeZone ?? null,
    mayEdit: useMay('allocations:Update'),
    maySetTargets: useMay('goals:Update') && group === 'ag',
    saveAll,
    refresh,
    giveUp,
  };
};
export type Month = ReturnType<typeof useMonth>;

import { Button } from '@mantine/core';
import { canOverride, type LeadRow, MAX_RETURNS } from '@paceline/contract';
import { lazy, Suspense, useState } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { useMayReport } from '../../../lib/session/may-report.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { toast } from '../../../ui/toast/toast-store.ts';
import { RECHECK } from './prepare-update.ts';

// Loaded on a click.
const ChangeStatus = lazy(async () => ({ default: (await import('./change-status.tsx')).ChangeStatus }));
const RecordMilestone = lazy(async () => ({ default: (await import('./record-milestone.tsx')).RecordMilestone }));
const ExportChosen = lazy(async () => ({ default: (await import('../export/export-chosen.tsx')).ExportChosen }));
const RequestDialog = lazy(async () => ({
  default: (await import('../../../shared/returns/request-dialog.tsx')).RequestDialog,
}));

const LABELS = {
  status: 'Change status',
  recheck: 'Check again',
  return: 'Request return',
  milestone: 'Record milestone',
  export: 'Export',
} as const;
type Action = keyof typeof LABELS;
const ACTIONS = Object.keys(LABELS) as Action[];

/** Actions the user may run on selected leads, in button order. Only the agency changes statuses. */
export const useLeadActions = (): Action[] => {
  const group = groupOfSession();
  const mayUpdate = useMay('leadanalyzer:Update') && group === 'ag';
  const may: Record<Action, boolean> = {
    status: mayUpdate,
    recheck: mayUpdate,
    return: useMay('leadanalyzer:Return'),
    milestone: useMayReport(),
    export: useMay('leadanalyzer:Export'),
  };
  // A media partner's leads belong to several owners; it exports them through Data Exports.
  return group === 'mp' ? [] : ACTIONS.filter((action) => may[action]);
};

interface BulkActionsProps {
  ownerKey: number;
  timeZone: string;
  actions: readonly Action[];
  rows: readonly LeadRow[];
  clear: () => void;
}

/** Actions on the selected leads, each with a preview. */
export const BulkActions = ({ ownerKey, timeZone, actions, rows, clear }: BulkActionsProps) => {
  const [action, setAction] = useState<Action | null>(null);
  // The selection when the dialog opened: the list behind it reloads while the result is shown.
  const [chosen, setChosen] = useState<readonly LeadRow[]>([]);
  const open = (wanted: Action) => {
    if (wanted === 'return' && rows.length > MAX_RETURNS) {
      toast.error({
        message: `At most ${formatCount(MAX_RETURNS)} returns can be requested at once. Select fewer leads.`,
      });
      return;
    }
    setChosen(rows);
    setAction(wanted);
  };
  const hasRefused = rows.some(({ status }) => canOverride(status));
  const shown = actions.filter((one) => one !== 'recheck' || hasRefused);
  const shared = { ownerKey, timeZone };
  const done = () => {
    setAction(null);
    clear();
  };
  return (
    <>
      {shown.map((one, place) => (
        <Button key={one} size="xs" variant={place === 0 ? 'filled' : 'default'} onClick={() => open(one)}>
          {LABELS[one]}
        </Button>
      ))}
      <Suspense fallback={null}>
        {action === 'status' && <ChangeStatus ownerKey={ownerKey} rows={chosen} onClose={done} />}
        {action === 'recheck' && <ChangeStatus ownerKey={ownerKey} rows={chosen} initial={RECHECK} onClose={done} />}
        {action === 'return' && (
          <RequestDialog {...shared} leadIds={chosen.map(({ leadId }) => leadId)} onClose={done} />
        )}
        {action === 'milestone' && (
          <RecordMilestone
            {...shared}
            leadCaptureKeys={chosen.map(({ leadCaptureKey }) => leadCaptureKey)}
            onClose={done}
          />
        )}
        {action === 'export' && <ExportChosen {...shared} rows={chosen} onClose={() => setAction(null)} />}
      </Suspense>
    </>
  );
};

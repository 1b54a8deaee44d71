import { type SavedDashboard, savedDashboardList, savedDashboardSave } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { toast } from '../../../ui/toast/toast-store.ts';
import { dashboardsQuery, useOwnerChange } from '../views/api.ts';
import { NamingDialog, useNamingRefusal } from '../views/naming-dialog.tsx';

interface DashboardDialogProps {
  ownerKey: number;
  /** Null for a new one. */
  dashboard: SavedDashboard | null;
  onSaved: (dashboard: SavedDashboard) => void;
  onClose: () => void;
}

/** A dashboard's name, description and visibility. */
export const DashboardDialog = ({ ownerKey, dashboard, onSaved, onClose }: DashboardDialogProps) => {
  const refusal = useNamingRefusal();
  const all = useQuery(dashboardsQuery(ownerKey)).data ?? [];
  const newest = all.find(({ dashboardKey }) => dashboardKey === dashboard?.dashboardKey);
  const save = useOwnerChange(savedDashboardSave, ownerKey, [savedDashboardList], refusal.onError);
  return (
    <NamingDialog
      title={dashboard ? `Rename or share ${dashboard.name}` : 'New dashboard'}
      noun="dashboard"
      first={dashboard ?? { name: '', description: '', sharing: 'private' }}
      refusal={refusal}
      isSaving={save.isPending}
      onSave={({ name, description, sharing }) => {
        // Saving again after a conflict overwrites the newer version. Cards are not changed here.
        const base = refusal.conflicts.length > 0 ? newest : dashboard;
        const { dashboardKey = null, rowVersion = null, cards = [] } = base ?? {};
        save.mutate(
          { dashboardKey, rowVersion, name, description, sharing, cards },
          {
            onSuccess: (saved) => {
              toast.success(`Dashboard “${saved.name}” saved.`);
              onSaved(saved);
            },
          },
        );
      }}
      onClose={onClose}
    />
  );
};

import { groupOfUserType, labelsOf, ownerGet, type OwnerVariant } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { localZone, todayIn } from '../../lib/text/format.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { FigurePanel } from './figures/figure-panel.tsx';
import type { Figure } from './figures/prepare-figure.ts';
import { RecountNote } from './recount-note.tsx';
import { useLive } from './use-live.ts';

/** Shared by all dashboards of an owner: the viewer's group, today's date there, live updates and the figure panel. */
export const useOwnerDashboard = (ownerKey: number, variant: OwnerVariant) => {
  const labels = labelsOf(variant);
  const group = groupOfUserType(useSession((state) => state.userType) ?? '') ?? 'cl';
  const owner = useQuery(callQuery(ownerGet, { params: { ownerKey } }));
  const zone = owner.data?.timeZone ?? localZone();
  const [figure, setFigure] = useState<Figure | null>(null);
  const [now] = useState(() => new Date());
  useLive(ownerKey);
  const recount = <RecountNote ownerKey={ownerKey} group={group} zone={zone} onlyDifferences />;
  const panel = (
    <FigurePanel
      figure={figure}
      owner={owner.data?.ownerName ?? ''}
      labels={labels}
      group={group}
      recount={<RecountNote ownerKey={ownerKey} group={group} zone={zone} />}
      onClose={() => setFigure(null)}
    />
  );
  return { group, labels, today: todayIn(zone, now), recount, panel, pick: setFigure };
};

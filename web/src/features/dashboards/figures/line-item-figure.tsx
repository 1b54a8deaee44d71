import { labelsOf, groupOfUserType, ROW_KEY, variantOf, widgetColumns } from '@paceline/contract';
import { useSession } from '../../../lib/session/session-store.ts';
import type { LineItemFigureProps } from '../../../shared/line-item-figure.ts';
import type { Slot } from '../dashboards.ts';
import { FigurePanel } from './figure-panel.tsx';
import type { Figure } from './prepare-figure.ts';

const PLACE: Slot = { slot: 'pacingGoal', widget: 'pacingGoal', title: 'Pacing by Line Item', view: 'heat' };

/** A dashboard's explanation of a line item's figure, for other pages. */
export const LineItemFigurePanel = ({ ownerKey, figure, onClose }: LineItemFigureProps) => {
  const group = groupOfUserType(useSession((state) => state.userType) ?? '') ?? 'cl';
  const owner = useSession((state) => state.activeOwner);
  const labels = labelsOf(variantOf(owner));
  const columns = widgetColumns('pacingGoal', labels, group);
  const lineItemFigure: Figure | null = figure && {
    place: PLACE,
    body: { ownerKey, goalKeys: [figure.goalKey] },
    columns,
    row: { goal: figure.goalName, [ROW_KEY]: JSON.stringify([figure.goalKey, null]) },
    column: columns.find(({ key }) => key === figure.key) ?? null,
    value: figure.value,
  };
  return (
    <FigurePanel
      figure={lineItemFigure}
      owner={owner?.name ?? ''}
      labels={labels}
      group={group}
      recount={null}
      onClose={onClose}
    />
  );
};

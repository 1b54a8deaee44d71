import { lazy } from 'react';
import { OverviewPage } from '../../features/allocations/overview/overview-page.tsx';

/** Loaded with the first figure that is opened: the page itself has no use for dashboards. */
const FigurePanel = lazy(() =>
  import('../../features/dashboards/figures/line-item-figure.tsx').then(({ LineItemFigurePanel }) => ({
    default: LineItemFigurePanel,
  })),
);

export const OverviewWithFigures = () => <OverviewPage figurePanel={FigurePanel} />;

import { lazy } from 'react';
import { OverviewPage } from '../../features/allocations/overview/overview-page.tsx';

/** Loaded when the first figure is opened: the page itself needs no dashboard code. */
const FigurePanel = lazy(() =>
  import('../../features/dashboards/figures/line-item-figure.tsx').then(({ LineItemFigurePanel }) => ({
    default: LineItemFigurePanel,
  })),
);

export const OverviewWithFigures = () => <OverviewPage figurePanel={FigurePanel} />;

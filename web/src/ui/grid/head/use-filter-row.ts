import { useMemo } from 'react';
import { makeChoices } from './filter-choices.ts';
import type { GridHeadProps } from './grid-head.tsx';
import type { GridFilter, GridProps } from '../types.ts';
import { useStable } from '../use-stable.ts';
import type { GridView } from '../view/use-view.ts';

/** What the filter row needs, or null while it is closed. */
export const useFilterRow = <Row>(
  props: GridProps<Row>,
  { layout, view }: GridView<Row>,
  onLayout: GridProps<Row>['onLayout'],
): GridHeadProps<Row>['filters'] => {
  const onFilter = useStable((key: string, filter: GridFilter) => {
    const { [key]: _old, ...others } = layout.filters;
    onLayout({ ...layout, filters: filter.length === 0 ? others : { ...others, [key]: filter } });
  });
  const children = props.tree?.children;
  const { rows } = view;
  const choices = useMemo(() => makeChoices(rows, children), [rows, children]);
  const { filtersOpen, filters } = layout;
  return useMemo(
    () => (filtersOpen ? { filters, choices, onFilter } : null),
    [filtersOpen, filters, choices, onFilter],
  );
};

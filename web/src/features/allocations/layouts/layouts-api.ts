import {
  layoutDefault,
  layoutList,
  layoutRemove,
  layoutSave,
  type LayoutScreen,
  type NamedLayout,
} from '@paceline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import type { GridLayout } from '../../../ui/grid/types.ts';
import { type MonthOf, tellFailure } from '../api.ts';

interface SaveLayout {
  layoutKey: number | null;
  name: string;
  shared: boolean;
  layout: GridLayout;
}

/** In the call's shape, with mutable arrays. */
const wireLayout = ({ order, hidden, sort, filters, ...rest }: GridLayout): NamedLayout['layout'] => ({
  ...rest,
  order: [...order],
  hidden: [...hidden],
  widths: { ...rest.widths },
  sort: sort.map((one) => ({ ...one })),
  filters: Object.fromEntries(
    Object.entries(filters).map(([key, filter]) => [key, typeof filter === 'string' ? filter : [...filter]]),
  ),
});

/** The month's stored layouts and their mutations. Partners have layouts on their device only. */
export const useStoredLayouts = ({ group, month, ownerKey }: MonthOf) => {
  const queries = useQueryClient();
  const params = { owner: ownerKey ?? 0, screen: `allocations-${month}` satisfies LayoutScreen } as const;
  const isKept = group !== 'mp' && ownerKey !== null;
  const query = useQuery({ ...callQuery(layoutList, { params }), enabled: isKept });
  const options = {
    onSuccess: () => queries.invalidateQueries({ queryKey: [layoutList.id] }),
    onError: tellFailure,
  };
  const save = useMutation({
    mutationFn: ({ layout, ...body }: SaveLayout) =>
      callApi(layoutSave, { params, body: { ...body, layout: wireLayout(layout) } }),
    onSuccess: options.onSuccess,
  });
  const remove = useMutation({
    mutationFn: (body: { layoutKey: number; isRemoved: boolean }) => callApi(layoutRemove, { params, body }),
    ...options,
  });
  const setDefault = useMutation({
    mutationFn: (name: string | null) => callApi(layoutDefault, { params, body: { name } }),
    ...options,
  });
  return { isKept, list: query.data ?? null, isKnown: !isKept || query.isFetched, save, remove, setDefault };
};

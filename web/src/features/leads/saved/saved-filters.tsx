import { Button, Menu } from '@mantine/core';
import { layoutList, layoutRemove, NAMED_RANGES, type NamedLayout } from '@paceline/contract';
import { IconBookmark, IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { callApi } from '../../../lib/api/api.ts';
import { todayIn } from '../../../lib/text/format.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import { useLeadZone } from '../../../shared/lead-filters.ts';
import type { ListAddress } from '../../../shared/list/use-list-address.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';
import { toast } from '../../../ui/toast/toast-store.ts';
import { currentOf, layoutOf, rangeOf, textsOf } from './prepare-saved.ts';

// Loaded on a click.
const SaveFilter = lazy(async () => ({ default: (await import('./save-filter.tsx')).SaveFilter }));

const rangeText = ({ layout }: NamedLayout): string => {
  const range = rangeOf(layout);
  return range === null ? '' : NAMED_RANGES[range];
};

interface SavedFiltersProps {
  ownerKey: number;
  address: ListAddress;
  /** Ends a person search, which is never part of a saved filter. */
  onApply: () => void;
}

/** The user's saved filters: choose, save and delete. */
export const SavedFilters = ({ ownerKey, address, onApply }: SavedFiltersProps) => {
  const queries = useQueryClient();
  const params = { owner: ownerKey, screen: 'leads' } as const;
  const saved = useQuery(callQuery(layoutList, { params })).data?.layouts ?? [];
  const [isNaming, setNaming] = useState(false);
  const { mutate: remove } = useMutation({
    mutationFn: (body: { layoutKey: number; isRemoved: boolean }) => callApi(layoutRemove, { params, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [layoutList.id] }),
    onError: tellFailure,
  });
  const [now] = useState(() => new Date());
  const today = todayIn(useLeadZone(ownerKey), now);
  const current = currentOf(saved, today, address.textOf);
  const layout = layoutOf(address.textOf);
  const isFiltered = Object.keys(layout.filters).length > 0;
  const apply = (one: NamedLayout) => {
    onApply();
    address.set(textsOf(one.layout, today));
  };
  const drop = ({ layoutKey, name }: NamedLayout) =>
    remove(
      { layoutKey, isRemoved: true },
      {
        onSuccess: () =>
          toast.success(`Filter “${name}” deleted.`, {
            label: 'Undo',
            onAct: () => remove({ layoutKey, isRemoved: false }),
          }),
      },
    );
  return (
    <>
      <Menu position="bottom-start" width={260} shadow="md">
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconBookmark size={15} aria-hidden="true" />}>
            {current?.name ?? 'Saved filters'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {saved.length === 0 && <Menu.Label>No saved filter yet</Menu.Label>}
          {saved.map((one) => (
            <Menu.Item
              key={one.layoutKey}
              aria-current={one === current || undefined}
              leftSection={
                one === current ? <IconCheck size={14} aria-hidden="true" /> : <span style={{ width: 14 }} />
              }
              rightSection={<span style={{ opacity: 0.75 }}>{rangeText(one)}</span>}
              onClick={() => apply(one)}
            >
              {one.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {current ? (
            <Menu.Item color="red" onClick={() => drop(current)}>{`Delete “${current.name}”`}</Menu.Item>
          ) : (
            <Menu.Item disabled={!isFiltered} onClick={() => setNaming(true)}>
              Save these filters…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <Suspense fallback={null}>
          <SaveFilter ownerKey={ownerKey} today={today} layout={layout} onClose={() => setNaming(false)} />
        </Suspense>
      )}
    </>
  );
};

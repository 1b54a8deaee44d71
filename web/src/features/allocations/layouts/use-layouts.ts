import type { CampaignRow, NamedLayout } from '@paceline/contract';
import { useMemo } from 'react';
import { useGridLayout } from '../../../shared/use-grid-layout.ts';
import type { GridLayout } from '../../../ui/grid/types.ts';
import { fitOrder, isSameLayout } from '../../../ui/grid/view/layout.ts';
import type { MonthOf } from '../api.ts';
import type { GridTable } from '../month/campaigns/campaign-columns.ts';
import { builtInLayouts, STANDARD } from './built-in.ts';
import { useStoredLayouts } from './layouts-api.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { MonthSearch } from '../month/month-search.ts';

/** The layout named in the address, so that a link shows the same; without one, the viewer's default. */
const useLayoutName = (defaultName: string): [name: string, choose: (name: string) => void] => {
  const { layout = defaultName }: MonthSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const choose = (name: string) =>
    void navigate({
      to: '.',
      search: ((now: MonthSearch) => ({ ...now, layout: name === defaultName ? undefined : name })) as never,
      replace: true,
      resetScroll: false,
    });
  return [layout, choose];
};

export interface Layouts {
  /** Name of the layout in use. */
  name: string;
  choose: (name: string) => void;
  builtIn: readonly string[];
  named: readonly NamedLayout[];
  /** The stored layout in use; null for a built-in one. */
  current: NamedLayout | null;
  /** The address's layout name when it does not exist or is not shared with the viewer. */
  missing: string | null;
  defaultName: string;
  /** The layout as stored, and as shown. */
  stored: GridLayout;
  layout: GridLayout;
  isChanged: boolean;
  setLayout: (layout: GridLayout) => void;
  /** Null if layouts exist on this device only. */
  store: ReturnType<typeof useStoredLayouts> | null;
}

/** Named layouts of the campaigns. Unsaved changes to a layout stay on this device, per layout. */
export const useLayouts = (of: MonthOf, table: GridTable<CampaignRow>): Layouts => {
  const { group, month } = of;
  const store = useStoredLayouts(of);
  const { list } = store;
  const defaultName = list?.defaultName ?? STANDARD;
  const [wanted, choose] = useLayoutName(defaultName);
  const builtIn = useMemo(() => builtInLayouts(table), [table]);
  const current = builtIn.has(wanted) ? null : (list?.layouts.find(({ name }) => name === wanted) ?? null);
  const name = current || builtIn.has(wanted) ? wanted : STANDARD;
  const stored = useMemo(
    () => (current ? fitOrder(current.layout, table.standard) : (builtIn.get(name) ?? table.standard)),
    [current, builtIn, name, table],
  );
  const place = current ? `${name}#${current.layoutKey}` : name;
  const [layout, setLayout] = useGridLayout(`allocations.${group}.${month}.campaigns/${place}`, stored);
  return {
    name,
    choose,
    builtIn: [...builtIn.keys()],
    named: list?.layouts ?? [],
    current,
    missing: store.isKnown && name !== wanted ? wanted : null,
    defaultName,
    stored,
    layout,
    isChanged: !isSameLayout(layout, stored),
    setLayout,
    store: store.isKept ? store : null,
  };
};

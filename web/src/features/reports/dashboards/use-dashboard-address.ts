import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { readSavedDashboardSearch, type SavedDashboardSearch } from './dashboard-search.ts';
import { type Override, readOverride, writtenOverride } from './prepare-override.ts';

/** Dates and filters of all cards, and full screen, in the address: Back undoes them, and a link has them. */
export const useDashboardAddress = () => {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { full, ...rest } = readSavedDashboardSearch(search);
  const said = JSON.stringify(rest);
  const override = useMemo(() => readOverride(JSON.parse(said) as SavedDashboardSearch), [said]);
  const go = useCallback(
    (change: SavedDashboardSearch, replace = false): void =>
      void navigate({
        to: '.',
        search: ((now: Record<string, unknown>) => ({ ...now, ...change })) as never,
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  return {
    override,
    setOverride: (next: Override): void => go(writtenOverride(next)),
    isFull: full === 'on',
    setFull: useCallback((isOn: boolean): void => go({ full: isOn ? 'on' : undefined }, true), [go]),
  };
};

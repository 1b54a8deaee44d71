import { useNavigate, useSearch } from '@tanstack/react-router';
import type { MonthSearch } from '../month/month-search.ts';

/** The layout that the address names, so that a link shows the same; none is the viewer's default. */
export const useLayoutName = (defaultName: string): [name: string, choose: (name: string) => void] => {
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

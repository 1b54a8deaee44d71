import { useNavigate, useSearch } from '@tanstack/react-router';

type Address = Record<string, string | undefined>;

/** What a page's address asks for, and how it is changed in place. */
export const useAddress = () => {
  const search: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (change: Address): void =>
    void navigate({
      to: '.',
      search: ((now: Address) => ({ ...now, ...change })) as never,
      replace: true,
      resetScroll: false,
    });
  return { search, set };
};

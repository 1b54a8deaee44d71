import { useNavigate, useSearch } from '@tanstack/react-router';

type Address = Record<string, string | undefined>;

/** A page's search parameters, and how to change them in place. */
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

import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { formatCount } from '../../lib/format.ts';
import { PATHS } from '../../lib/paths.ts';
import type { OwnerOfUser } from '../../lib/session-data.ts';
import { useSession } from '../../lib/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ownersQuery } from './api.ts';
import { OwnerCard } from './owner-card.tsx';
import { OwnerList } from './owner-list.tsx';
import classes from './owners-page.module.css';

const NO_OWNERS: OwnerOfUser[] = [];

export const OwnersPage = () => {
  const { q = '', owner } = useSearch({ from: PATHS.owners });
  const navigate = useNavigate({ from: PATHS.owners });
  const known = useSession((state) => state.owners);
  const chooseOwner = useSession((state) => state.chooseOwner);
  // What sign-in brought stands until the fresh list is here, and stays if that cannot be had.
  const owners = useQuery(ownersQuery()).data?.owners ?? known ?? NO_OWNERS;

  const open = (chosen: OwnerOfUser) => {
    chooseOwner(chosen);
    void navigate({ search: (search) => ({ ...search, owner: chosen.ownerKey }), resetScroll: false });
  };
  const search = (text: string) =>
    void navigate({ search: (now) => ({ ...now, q: text }), replace: true, resetScroll: false });

  return (
    <>
      <PageHead
        title="Owners"
        description={`${formatCount(owners.length)} ${owners.length === 1 ? 'owner' : 'owners'} you work with`}
      />
      <div className={classes.columns}>
        <OwnerList owners={owners} search={q} openKey={owner} onSearch={search} onOpen={open} />
        <section className={classes.detail} aria-label="Owner details">
          {owner === undefined ? (
            <EmptyState title="No owner open">
              {owners.length > 0
                ? 'Choose an owner from the list. Arrow keys move, Enter opens.'
                : 'No owner is assigned to your account yet. Your administrator can add one.'}
            </EmptyState>
          ) : (
            <OwnerCard key={owner} ownerKey={owner} />
          )}
        </section>
      </div>
    </>
  );
};

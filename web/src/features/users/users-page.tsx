import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ApiError } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { PATHS, pathTo } from '../../lib/paths.ts';
import { useMay } from '../../lib/permissions.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { usersQuery } from './api.ts';
import { prepareFilter } from './prepare-filter.ts';
import { UserFilters } from './user-filters.tsx';
import type { UserSearch } from './user-search.ts';
import { UserTableSkeleton } from './user-table-skeleton.tsx';
import { UserTable } from './user-table.tsx';
import classes from './users-page.module.css';

export const UsersPage = () => {
  const search = useSearch({ strict: false }) as UserSearch;
  const navigate = useNavigate({ from: PATHS.searchUser });
  const canCreate = useMay('users:Create');
  const { data, error, isFetching, refetch } = useQuery(usersQuery(prepareFilter(search)));
  const isFiltered = Boolean(search.type ?? search.status ?? search.owner ?? search.q);

  // Another filter has other pages: it starts at its first.
  const filter = (change: UserSearch) =>
    void navigate({ search: (now) => ({ ...now, page: undefined, ...change }), replace: true, resetScroll: false });
  const turn = (page: number) => void navigate({ search: (now) => ({ ...now, page: page === 1 ? undefined : page }) });

  return (
    <>
      <PageHead
        title="Users"
        trail={[{ label: 'Administration' }, { label: 'Manage users' }]}
        description={data ? `${formatCount(data.total)} ${data.total === 1 ? 'user' : 'users'}` : ' '}
        action={
          canCreate && (
            <Button
              leftSection={<IconUserPlus size={17} aria-hidden="true" />}
              onClick={() => void navigate({ to: pathTo('newUser', { uType: 'agency' }) })}
            >
              New user
            </Button>
          )
        }
      />
      <UserFilters filters={search} onChange={filter} />
      <div className={classes.panel} aria-busy={isFetching}>
        {error && (
          <RetryPanel
            title={data ? 'The list could not be brought up to date' : 'The users could not be loaded'}
            message={error.message}
            requestId={error instanceof ApiError ? error.requestId : null}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <UserTableSkeleton />}
        {data?.rows.length === 0 && (
          <EmptyState title="No user found">
            {isFiltered ? 'No user fits these filters. Change or clear them.' : 'There is nobody here yet.'}
          </EmptyState>
        )}
        {data && data.rows.length > 0 && <UserTable rows={data.rows} />}
      </div>
      {data && <Pager page={search.page ?? 1} total={data.total} onTurn={turn} />}
    </>
  );
};

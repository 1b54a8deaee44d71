import type { UserRow } from '@paceline/contract';
import { Link } from '@tanstack/react-router';
import { formatInstant, localZone, NONE, zoneAbbreviation } from '../../lib/format.ts';
import { pathTo } from '../../lib/paths.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { nameOf } from './api.ts';
import { UserActions } from './user-actions.tsx';
import { groupOfUser, KINDS } from './user-kinds.ts';
import classes from './user-table.module.css';

const SHOWN_OWNERS = 2;

const ownersText = (owners: UserRow['owners']): string => {
  if (owners === null) return 'All owners';
  if (owners.length === 0) return NONE;
  const more = owners.length - SHOWN_OWNERS;
  return owners.slice(0, SHOWN_OWNERS).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

const Row = ({ user }: { user: UserRow }) => {
  const kind = KINDS[groupOfUser(user)];
  return (
    <tr>
      <th scope="row">
        <Link to={pathTo('newUser', { uType: kind.uType, qmpUserKey: user.userKey })} className={classes.name}>
          {nameOf(user)}
        </Link>
        <span className={classes.sub}>{user.userName}</span>
      </th>
      <td data-label="Email">
        <span className={classes.email} title={user.email}>
          {user.email}
        </span>
      </td>
      <td data-label="Kind">
        {kind.label}
        {user.partnerName && <span className={classes.sub}>{user.partnerName}</span>}
      </td>
      <td data-label="Owners" title={user.owners?.join(', ')}>
        {ownersText(user.owners)}
      </td>
      <td data-label="Status">
        <StatusMark tone={user.active ? 'good' : 'off'}>{user.active ? 'Active' : 'Deactivated'}</StatusMark>
      </td>
      <td data-label="Last sign-in" className={classes.when}>
        {user.lastLoginAt ? formatInstant(user.lastLoginAt, localZone()) : 'Never'}
      </td>
      <td className={classes.actions}>
        <UserActions user={user} />
      </td>
    </tr>
  );
};

export const UserTable = ({ rows }: { rows: readonly UserRow[] }) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Email</th>
        <th scope="col">Kind</th>
        <th scope="col">Owners</th>
        <th scope="col">Status</th>
        <th scope="col">Last sign-in ({zoneAbbreviation(localZone())})</th>
        <th scope="col" aria-label="Actions" />
      </tr>
    </thead>
    <tbody>
      {rows.map((user) => (
        <Row key={user.userKey} user={user} />
      ))}
    </tbody>
  </table>
);

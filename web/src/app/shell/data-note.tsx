import { ownerDataThrough } from '@paceline/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatShortDay, localZone, zoneName } from '../../lib/text/format.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { groupOfSession, useSession } from '../../lib/session/session-store.ts';
import classes from './data-note.module.css';

const STALE_MS = 10 * 60_000;

/** How recent the owner's numbers are, which sources are late, and the zone of all times on the screen. */
export const DataNote = () => {
  const owner = useSession((state) => state.activeOwner);
  const [opened] = useState(() => new Date());
  const asks = owner !== null && groupOfSession() !== 'mp';
  const { data } = useQuery({
    ...callQuery(ownerDataThrough, { params: { owner: owner?.ownerKey ?? 0 } }),
    enabled: asks,
    staleTime: STALE_MS,
  });
  // A media partner's owners may be in several zones: its pages name the zone themselves.
  if (!asks) return null;
  const zone = `Times in ${zoneName(localZone(), opened)}`;
  if (data == null) return <p className={classes.note}>{zone}</p>;
  const late = data.late.map(({ name, day }) => `${name} through ${formatShortDay(day)}`);
  return (
    <p className={classes.note}>
      {late.length === 0 ? (
        <span>Data through {formatShortDay(data.day)}</span>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the late sources are named on focus too
        <span className={classes.late} tabIndex={0}>
          <IconAlertTriangle size={14} aria-hidden="true" />
          Data through {formatShortDay(data.day)}, {late.length} late
          <span className={classes.tip} role="tooltip">
            Late: {late.join(', ')}
          </span>
        </span>
      )}
      <span className={classes.zone}>{zone}</span>
    </p>
  );
};

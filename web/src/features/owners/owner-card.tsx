import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { formatDays, zoneName } from '../../lib/format.ts';
import { useSession } from '../../lib/session-store.ts';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { ownerQuery } from './api.ts';
import classes from './owner-card.module.css';
import { useOwners } from './use-owners.ts';

/** The opened owner is the one this tab works on from now on. */
const useOwner = (ownerKey: number) => {
  const query = useQuery(ownerQuery(ownerKey));
  const chooseOwner = useSession((state) => state.chooseOwner);
  const knownOwner = useOwners().find((owner) => owner.ownerKey === ownerKey);
  const details = query.data;
  useEffect(() => {
    if (details && knownOwner) chooseOwner(knownOwner, details);
  }, [details, knownOwner, chooseOwner]);
  return query;
};

export const OwnerCard = ({ ownerKey }: { ownerKey: number }) => {
  const { data: owner, error, refetch } = useOwner(ownerKey);
  const [opened] = useState(() => new Date());
  if (error && !owner)
    return (
      <RetryPanel
        title="Could not be opened"
        message={error.message}
        requestId={error instanceof ApiError ? error.requestId : null}
        onRetry={() => void refetch()}
      />
    );
  if (!owner)
    return (
      <div className={classes.card}>
        <LoadingSkeleton label="Loading the details" />
      </div>
    );
  return (
    <div className={classes.card}>
      <h2 className={classes.name}>{owner.ownerName}</h2>
      {owner.description && <p className={classes.description}>{owner.description}</p>}
      <dl className={classes.facts}>
        <div>
          <dt>Vertical</dt>
          <dd>{owner.verticalName}</dd>
        </div>
        <div>
          <dt>Time zone</dt>
          <dd>
            {zoneName(owner.timeZone, opened)}
            <span className={classes.note}>{owner.timeZone}</span>
          </dd>
        </div>
        <div>
          <dt>Dedup period</dt>
          <dd>
            {formatDays(owner.dedupPeriodInDays)}
            <span className={classes.note}>A repeat lead within this period is a duplicate</span>
          </dd>
        </div>
      </dl>
    </div>
  );
};

import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hrefOf } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session-store.ts';
import { NoOwner } from '../../../shared/no-owner.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { SectionCard } from '../../../ui/section-card.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { readinessQuery } from '../api.ts';
import classes from '../wizard.module.css';
import { type NeedLine, prepareReadiness } from './prepare-readiness.ts';

const TITLE = 'Going Live';
const TRAIL = [{ label: 'Administration' }, { label: 'Manage Clients' }];

const NeedList = ({ title, note, lines }: { title: string; note: string; lines: readonly NeedLine[] }) => (
  <SectionCard title={title} note={note}>
    <ul className={classes.list} aria-label={title}>
      {lines.map(({ id, label, isDone, note: who, path, action }) => (
        <li key={id} className={classes.item}>
          <div className={classes.words}>
            <p className={classes.line}>
              <strong>{label}</strong>
              <StatusMark tone={isDone ? 'good' : 'warn'}>{isDone ? 'Done' : 'Missing'}</StatusMark>
            </p>
            {who && <p className={classes.dim}>{who}</p>}
          </div>
          {!isDone && (
            <Anchor size="sm" href={hrefOf(path)}>
              {action}
            </Anchor>
          )}
        </li>
      ))}
    </ul>
  </SectionCard>
);

const NeedsOfOwner = ({ ownerKey }: { ownerKey: number }) => (
  <Loaded query={useQuery(readinessQuery(ownerKey))} what="owner" lines={8}>
    {(readiness) => {
      const { now, live, left } = prepareReadiness(readiness, ownerKey);
      return (
        <>
          <p role="status" className={classes.summary}>
            {left === 0
              ? 'Nothing is missing: campaigns of this owner can run.'
              : `${left} of ${now.length + live.length} are missing.`}
          </p>
          <NeedList title="Needed now" note="What the first campaign is set up with." lines={now} />
          <NeedList
            title="Needed before going live"
            note="What has to be there before the first lead comes."
            lines={live}
          />
        </>
      );
    }}
  </Loaded>
);

/** What an owner has and lacks before its first campaign can go live. The end of the wizard, and there for every owner. */
export const GoingLivePage = () => {
  const signedIn = useSession((state) => state.accessToken) !== null;
  const owner = useSession((state) => state.activeOwner);
  if (!signedIn) return null;
  return (
    <div className={classes.page}>
      <PageHead
        title={TITLE}
        trail={TRAIL}
        description={owner && `What ${owner.name} needs before its first campaign runs.`}
      />
      {owner ? (
        <NeedsOfOwner key={owner.ownerKey} ownerKey={owner.ownerKey} />
      ) : (
        <NoOwner>Choose an owner to see what it still needs.</NoOwner>
      )}
    </div>
  );
};

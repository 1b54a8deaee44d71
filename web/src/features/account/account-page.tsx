import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { formatInstant, localZone } from '../../lib/format.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session-store.ts';
import { SessionList } from '../../shared/session-list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './account-page.module.css';

const Facts = () => {
  const session = useSession();
  const previous = session.sessionDataTemplate?.previousLoginAt ?? null;
  const facts = [
    ['Name', `${session.firstName ?? ''} ${session.lastName ?? ''}`],
    ['User name', session.userId],
    ['Last sign-in', previous ? formatInstant(previous, localZone()) : 'This is the first one on record'],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

export const AccountPage = () => {
  const navigate = useNavigate();
  const userKey = useSession((state) => state.taclUserKey);
  return (
    <>
      <PageHead
        title="My account"
        action={
          <Button variant="default" onClick={() => void navigate({ to: PATHS.changePassword })}>
            Change password
          </Button>
        }
      />
      <div className={classes.parts}>
        <SectionCard title="You">
          <Facts />
        </SectionCard>
        <SectionCard
          title="My sessions"
          note="Where you are signed in. End what you do not recognise, and change your password."
        >
          {userKey !== null && <SessionList userKey={userKey} canEnd endAllLabel="End all others" />}
        </SectionCard>
      </div>
    </>
  );
};

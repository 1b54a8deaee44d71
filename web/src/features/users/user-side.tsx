import { Button } from '@mantine/core';
import type { User } from '@paceline/contract';
import { formatInstant, localZone } from '../../lib/format.ts';
import { useMay } from '../../lib/permissions.ts';
import { SessionList } from '../../shared/session-list.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { useUserDeeds } from './use-user-deeds.tsx';
import classes from './user-editor.module.css';

/** What is done to a user besides editing: shutting out, a new password, ending sessions. */
export const UserSide = ({ user }: { user: User }) => {
  const { mayReset, mayDeactivate, askReset, askActive, dialog } = useUserDeeds(user);
  const canEnd = useMay('users:Update');
  return (
    <div className={classes.side}>
      <SectionCard title="Sign-in">
        <p className={classes.line}>
          Last sign-in: {user.lastLoginAt ? formatInstant(user.lastLoginAt, localZone()) : 'never'}
        </p>
        <p className={classes.line}>
          {user.mustChangePassword ? 'Has to choose a password first.' : 'Has a password of their own.'}
        </p>
        <div className={classes.buttons}>
          {mayReset && (
            <Button variant="default" size="xs" onClick={askReset}>
              Send reset link
            </Button>
          )}
          {mayDeactivate && (
            <Button variant="default" size="xs" onClick={askActive}>
              {user.active ? 'Deactivate' : 'Reactivate'}
            </Button>
          )}
        </div>
      </SectionCard>
      <SectionCard title="Sessions" note="Where this user is signed in now.">
        <SessionList userKey={user.userKey} canEnd={canEnd} endAllLabel="End all" />
      </SectionCard>
      {dialog}
    </div>
  );
};

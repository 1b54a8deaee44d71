import { Button } from '@mantine/core';
import { type User, whyNotChange } from '@paceline/contract';
import { useId } from 'react';
import { formatInstant, localZone } from '../../lib/format.ts';
import { useMay } from '../../lib/permissions.ts';
import { EmailChangeCard } from '../../shared/email-change.tsx';
import { SessionList } from '../../shared/session-list.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { useUserActions } from './use-user-actions.tsx';
import classes from './user-editor.module.css';

/** What is done to a user besides editing: shutting out, a new password, ending sessions. */
export const UserSide = ({ user }: { user: User }) => {
  const { mayReset, mayDeactivate, askReset, askActive, dialog } = useUserActions(user);
  const canEnd = useMay('users:Update');
  const reason = whyNotChange(user.heldBeyond);
  const emailLock = reason ?? (canEnd ? null : 'You can view users but not change them.');
  const reasonId = useId();
  const explained = { disabled: reason !== null, 'aria-describedby': reason === null ? undefined : reasonId };
  return (
    <div className={classes.side}>
      <EmailChangeCard user={user} lock={emailLock} />
      <SectionCard title="Sign-in">
        <p className={classes.line}>
          Last sign-in: {user.lastLoginAt ? formatInstant(user.lastLoginAt, localZone()) : 'never'}
        </p>
        <p className={classes.line}>
          {user.mustChangePassword ? 'Has not set a password yet.' : 'Has set a password.'}
        </p>
        <div className={classes.buttons}>
          {mayReset && (
            <Button variant="default" size="xs" onClick={askReset} {...explained}>
              Send reset link
            </Button>
          )}
          {mayDeactivate && (
            <Button variant="default" size="xs" onClick={askActive} {...explained}>
              {user.active ? 'Deactivate' : 'Reactivate'}
            </Button>
          )}
        </div>
        {reason !== null && (
          <p id={reasonId} className={classes.reason}>
            {reason}
          </p>
        )}
      </SectionCard>
      <SectionCard title="Sessions" note="Where this user is signed in now.">
        <SessionList userKey={user.userKey} canEnd={canEnd && reason === null} endAllLabel="End all" />
      </SectionCard>
      {dialog}
    </div>
  );
};

import { Box, Button, Flex } from '@mantine/core';
import { type User, whyNotChange } from '@paceline/contract';
import { useId } from 'react';
import { formatInstant, localZone } from '../../lib/text/format.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { EmailChangeCard } from '../../shared/email-change.tsx';
import { SessionList } from '../../shared/session-list.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { useUserActions } from './use-user-actions.tsx';

/** Actions on a user: deactivate, reset the password, end sessions. */
export const UserSide = ({ user }: { user: User }) => {
  const { mayReset, mayDeactivate, askReset, askActive, dialog } = useUserActions(user);
  const canEnd = useMay('users:Update');
  const reason = whyNotChange(user.heldBeyond);
  const emailLock = reason ?? (canEnd ? null : 'You can view users but not change them.');
  const reasonId = useId();
  const explained = { disabled: reason !== null, 'aria-describedby': reason === null ? undefined : reasonId };
  return (
    <Box display="grid" style={{ gap: '16px' }}>
      <EmailChangeCard user={user} lock={emailLock} />
      <SectionCard title="Sign-in">
        <Box component="p" fz="sm" lh={1.6} m={0}>
          Last sign-in: {user.lastLoginAt ? formatInstant(user.lastLoginAt, localZone()) : 'never'}
        </Box>
        <Box component="p" fz="sm" lh={1.6} m={0}>
          {user.hasPassword ? 'Has set a password.' : 'Has not set a password yet.'}
        </Box>
        <Flex wrap="wrap" gap={8} mt={12}>
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
        </Flex>
        {reason !== null && (
          <Box id={reasonId} component="p" c="dimmed" fz="xs" m="12px 0 0">
            {reason}
          </Box>
        )}
      </SectionCard>
      <SectionCard title="Sessions" note="Where this user is signed in now.">
        <SessionList userKey={user.userKey} canEnd={canEnd && reason === null} endAllLabel="End all" />
      </SectionCard>
      {dialog}
    </Box>
  );
};

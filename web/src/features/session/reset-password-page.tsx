import { Anchor } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { hrefOf, PATHS } from '../../lib/address/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { AuthLayout } from './auth-layout.tsx';
import classes from './auth-layout.module.css';
import { endSession } from './end-session.ts';
import { firstPassword } from './first-password.ts';
import { PasswordForm } from './password-form.tsx';
import { replaceFirstPassword, savePasswordByLink } from './passwords.ts';
import { type ResetLink, resetLink } from './reset-link.ts';

const ByLink = ({ link }: { link: ResetLink }) => {
  const navigate = useNavigate();
  return (
    <AuthLayout
      title="Choose a password"
      lead={
        <>
          For the account <strong>{link.userName}</strong>. It ends all sessions of the account.
        </>
      }
    >
      <PasswordForm
        userName={link.userName}
        action="Save password"
        onSave={async ({ newPassword }) => {
          await savePasswordByLink(link, newPassword);
          await navigate({ to: PATHS.login, replace: true });
          toast.success('Your password is saved. Sign in with it.');
        }}
      />
      <Anchor className={classes.back} href={hrefOf(PATHS.login)}>
        Back to sign-in
      </Anchor>
    </AuthLayout>
  );
};

const AtFirstSignIn = ({ userName }: { userName: string }) => {
  const [password] = useState(firstPassword.read);
  return (
    <AuthLayout title="Choose your password" lead="This is your first sign-in. Choose a password that only you know.">
      <PasswordForm
        userName={userName}
        oldLabel={password === null ? 'Password you signed in with' : undefined}
        action="Save and continue"
        onSave={async ({ oldPassword, newPassword }) => {
          await replaceFirstPassword(userName, password ?? oldPassword, newPassword);
          toast.success('Your password is saved.');
        }}
      />
      <Anchor component="button" type="button" className={classes.back} onClick={() => void endSession()}>
        Sign out
      </Anchor>
    </AuthLayout>
  );
};

/** Opened from a mailed link or at the first sign-in; the guard admits nobody else. */
export const ResetPasswordPage = () => {
  const [link] = useState(resetLink.read);
  const userId = useSession((state) => state.userId);
  if (link) return <ByLink link={link} />;
  return <AtFirstSignIn userName={userId ?? ''} />;
};

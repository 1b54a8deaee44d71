import { Anchor } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { homePath } from '../../lib/session/home.ts';
import { hrefOf } from '../../lib/address/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { AuthLayout } from './auth-layout.tsx';
import classes from './auth-layout.module.css';
import { PasswordForm } from './password-form.tsx';
import { changeOwnPassword } from './passwords.ts';

export const ChangePasswordPage = () => {
  const navigate = useNavigate();
  const userId = useSession((state) => state.userId);
  return (
    <AuthLayout title="Change your password" lead="You stay signed in here and are signed out everywhere else.">
      <PasswordForm
        userName={userId ?? ''}
        oldLabel="Old password"
        action="Change password"
        onSave={async (change) => {
          const isStillIn = await changeOwnPassword(change);
          if (isStillIn) await navigate({ to: homePath() });
          toast.success(isStillIn ? 'Your password is changed.' : 'Your password is changed. Sign in with it.');
        }}
      />
      <Anchor className={classes.back} href={hrefOf(homePath())}>
        Cancel
      </Anchor>
    </AuthLayout>
  );
};

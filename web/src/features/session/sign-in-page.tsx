import { Anchor, Button } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { AuthLayout } from './auth-layout.tsx';
import classes from './auth-layout.module.css';
import { ForgotForm } from './forgot-form.tsx';
import { RESET_SENT } from './passwords.ts';
import { SignInForm } from './sign-in-form.tsx';

type View = 'signIn' | 'forgot' | 'sent';

const TEXTS: Record<View, { title: string; lead: string }> = {
  signIn: { title: 'Sign in', lead: 'Use the account that your agency set up for you.' },
  forgot: { title: 'Forgot your password?', lead: 'We send a link to the email address of your account.' },
  sent: { title: 'Check your email', lead: 'The link works once, within 15 minutes.' },
};

export const SignInPage = () => {
  const [view, setView] = useState<View>('signIn');
  const [username, setUsername] = useState('');
  const forget = (typed: string) => {
    setUsername(typed);
    setView('forgot');
  };
  const back = () => setView('signIn');
  return (
    <AuthLayout {...TEXTS[view]}>
      {view === 'signIn' && <SignInForm username={username} onForgotten={forget} />}
      {view === 'forgot' && (
        <>
          <ForgotForm username={username} onSent={() => setView('sent')} />
          <Anchor component="button" type="button" className={classes.back} onClick={back}>
            Back to sign-in
          </Anchor>
        </>
      )}
      {view === 'sent' && (
        <StatePanel
          role="status"
          icon={<IconMailCheck size={22} aria-hidden="true" />}
          title={RESET_SENT}
          action={
            <Button variant="default" onClick={back}>
              Back to sign-in
            </Button>
          }
        >
          No email? Check your spam folder and the user name.
        </StatePanel>
      )}
    </AuthLayout>
  );
};

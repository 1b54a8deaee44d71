import { Button, PasswordInput, TextInput } from '@mantine/core';
import { ERRORS } from '@paceline/contract';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { RequestId } from '../../ui/request-id.tsx';
import { type Failure, prepareFailure } from './prepare-failure.ts';
import classes from './sign-in-form.module.css';
import { type Credentials, signIn } from './sign-in.ts';

const EMPTY: Failure = { message: ERRORS.USERNAME_OR_PASSWORD_EMPTY.message, requestId: null };

export const SignInForm = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, handleSubmit, formState, setFocus } = useForm<Credentials>({
    defaultValues: { username: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = async ({ username, password }: Credentials) => {
    setFailure(null);
    try {
      if (await signIn({ username: username.trim(), password })) onSignedIn();
    } catch (error) {
      setFailure(prepareFailure(error));
      // The fields are disabled until this submit has ended, and a disabled field takes no focus.
      setTimeout(() => setFocus('password', { shouldSelect: true }));
    }
  };

  const filled = { validate: (value: string) => value.trim() !== '' };
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit, () => setFailure(EMPTY))(event)}>
      <fieldset className={classes.fields} disabled={isSubmitting}>
        <TextInput
          {...register('username', filled)}
          label="Username"
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          error={Boolean(errors.username)}
        />
        <PasswordInput
          {...register('password', filled)}
          label="Password"
          size="md"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          error={Boolean(errors.password)}
        />
        <Button type="submit" size="md" fullWidth loading={isSubmitting}>
          Sign in
        </Button>
      </fieldset>
      <div role="alert" className={classes.alert}>
        {failure && (
          <div className={classes.failure}>
            <IconAlertCircle size={18} aria-hidden="true" className={classes.icon} />
            <div className={classes.words}>
              <p className={classes.message}>{failure.message}</p>
              {failure.requestId && <RequestId value={failure.requestId} />}
            </div>
          </div>
        )}
      </div>
    </form>
  );
};

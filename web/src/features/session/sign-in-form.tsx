import { Box, Button, PasswordInput, TextInput, UnstyledButton } from '@mantine/core';
import { ERRORS } from '@paceline/contract';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type Failure, FormFailure } from '../../ui/forms/form-failure.tsx';
import { prepareFailure } from './prepare-failure.ts';
import classes from './sign-in-form.module.css';
import { type Credentials, signIn } from './sign-in.ts';

const EMPTY: Failure = { message: ERRORS.USERNAME_OR_PASSWORD_EMPTY.message, requestId: null };

interface SignInFormProps {
  username: string;
  /** Called with the user name typed so far. */
  onForgotten: (username: string) => void;
}

export const SignInForm = ({ username: initialName, onForgotten }: SignInFormProps) => {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [wasEmpty, setWasEmpty] = useState(false);
  const { register, handleSubmit, formState, setFocus, getValues, control } = useForm<Credentials>({
    defaultValues: { username: initialName, password: '' },
  });
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control, name: ['username', 'password'] });
  // Shown until both are filled, not until the next submit.
  const refusal = wasEmpty && typed.some((text) => text.trim() === '') ? EMPTY : failure;

  const submit = async ({ username, password }: Credentials) => {
    setFailure(null);
    try {
      await signIn({ username: username.trim(), password });
    } catch (error) {
      setFailure(prepareFailure(error));
      // Delayed until the submit has ended: the fields are disabled until then and cannot take the focus.
      setTimeout(() => setFocus('password', { shouldSelect: true }));
    }
  };

  const refuseEmpty = () => {
    setFailure(null);
    setWasEmpty(true);
  };
  const filled = { validate: (value: string) => value.trim() !== '' };
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit, refuseEmpty)(event)}>
      <fieldset className={classes.fields} disabled={isSubmitting}>
        <TextInput
          {...register('username', filled)}
          label="Username"
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus={initialName === ''}
          error={Boolean(errors.username)}
        />
        <Box pos="relative">
          <PasswordInput
            {...register('password', filled)}
            label="Password"
            size="md"
            autoComplete="current-password"
            autoFocus={initialName !== ''}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
            error={Boolean(errors.password)}
          />
          <UnstyledButton
            className={classes.forgot}
            onClick={() => onForgotten(getValues('username').trim())}
            type="button"
          >
            Forgot password?
          </UnstyledButton>
        </Box>
        <Button type="submit" size="md" fullWidth loading={isSubmitting}>
          Sign in
        </Button>
      </fieldset>
      <Box mih={64} pt={16}>
        <FormFailure failure={refusal} />
      </Box>
    </form>
  );
};

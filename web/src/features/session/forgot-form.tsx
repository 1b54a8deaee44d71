import { Button, TextInput } from '@mantine/core';
import { ERRORS } from '@paceline/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Failure, FormFailure } from '../../ui/forms/form-failure.tsx';
import { requestReset } from './passwords.ts';
import { prepareFailure } from './prepare-failure.ts';
import classes from './sign-in-form.module.css';

const EMPTY: Failure = { message: ERRORS.USERNAME_OR_APPNAME_EMPTY.message, requestId: null };

interface ForgotFormProps {
  username: string;
  onSent: () => void;
}

export const ForgotForm = ({ username: initialName, onSent }: ForgotFormProps) => {
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { username: initialName } });
  const { errors, isSubmitting } = formState;
  const submit = async ({ username }: { username: string }) => {
    setFailure(null);
    try {
      await requestReset(username.trim());
      onSent();
    } catch (error) {
      setFailure(prepareFailure(error));
    }
  };
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit, () => setFailure(EMPTY))(event)}>
      <fieldset className={classes.fields} disabled={isSubmitting}>
        <TextInput
          {...register('username', { validate: (value) => value.trim() !== '' })}
          label="Username"
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={Boolean(errors.username)}
        />
        <Button type="submit" size="md" fullWidth loading={isSubmitting}>
          Send link
        </Button>
        <FormFailure failure={failure} />
      </fieldset>
    </form>
  );
};

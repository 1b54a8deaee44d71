import { Button, PasswordInput } from '@mantine/core';
import { brokenPasswordRules, ERRORS } from '@paceline/contract';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ApiError } from '../../lib/api/api-error.ts';
import { type Failure, FormFailure } from '../../ui/forms/form-failure.tsx';
import { PasswordRules } from '../../ui/forms/password-rules.tsx';
import { prepareFailure } from './prepare-failure.ts';
import classes from './sign-in-form.module.css';

interface PasswordValues {
  oldPassword: string;
  newPassword: string;
  newPasswordConfirmation: string;
}

interface PasswordFormProps {
  userName: string;
  /** Label of the old password's field; absent if it is not asked for. */
  oldLabel?: string | undefined;
  action: string;
  onSave: (values: PasswordValues) => Promise<void>;
}

const EMPTY: PasswordValues = { oldPassword: '', newPassword: '', newPasswordConfirmation: '' };
const DIFFERENT = 'The two passwords are not the same.';
/** Maps the server's field names. */
const FIELDS: Partial<Record<string, keyof PasswordValues>> = {
  password: 'newPassword',
  oldPassword: 'oldPassword',
  newPasswordConfirmation: 'newPasswordConfirmation',
};
const SHOW = { visibilityToggleButtonProps: { 'aria-label': 'Show password', tabIndex: 0 } };

export const PasswordForm = ({ userName, oldLabel, action, onSave }: PasswordFormProps) => {
  const rulesId = useId();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [wasEmpty, setWasEmpty] = useState(false);
  const form = useForm<PasswordValues>({ defaultValues: EMPTY, mode: 'onTouched' });
  const { register, handleSubmit, formState, control, setError, setFocus, getValues } = form;
  const { errors, isSubmitting, touchedFields } = formState;
  const [password, oldPassword, again] = useWatch({
    control,
    name: ['newPassword', 'oldPassword', 'newPasswordConfirmation'],
  });
  const isEmpty = (oldLabel !== undefined && oldPassword === '') || password === '' || again === '';
  const judged = password !== '' || Boolean(touchedFields.newPassword) || formState.isSubmitted;
  // The rule list names broken rules; the field's own error is the server's.
  const isBroken = judged && brokenPasswordRules(password, userName).length > 0;

  const refuse = (error: unknown) => {
    const fieldErrors = error instanceof ApiError ? error.errors.filter(({ field }) => FIELDS[field]) : [];
    for (const { field, message } of fieldErrors) setError(FIELDS[field] ?? 'newPassword', { type: 'server', message });
    const [first] = fieldErrors;
    // Delayed until the submit has ended: the fields are disabled until then and cannot take the focus.
    if (first) setTimeout(() => setFocus(FIELDS[first.field] ?? 'newPassword'));
    if (fieldErrors.length === 0) setFailure(prepareFailure(error));
  };
  const submit = async (values: PasswordValues) => {
    setFailure(null);
    await onSave(values).catch(refuse);
  };
  const refuseEmpty = () => {
    setFailure(null);
    setWasEmpty(true);
  };
  // Shown until the fields are filled, not until the next submit.
  const refusal = wasEmpty && isEmpty ? { message: ERRORS.PASSWORD_FIELDS_EMPTY.message, requestId: null } : failure;

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit, refuseEmpty)(event)}>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <fieldset className={classes.fields} disabled={isSubmitting}>
        {oldLabel && (
          <PasswordInput
            {...register('oldPassword', { required: true })}
            {...SHOW}
            label={oldLabel}
            autoComplete="current-password"
            error={errors.oldPassword?.message ?? Boolean(errors.oldPassword)}
          />
        )}
        <div>
          <PasswordInput
            {...register('newPassword', {
              required: true,
              validate: (value) => brokenPasswordRules(value, userName).length === 0,
              deps: ['newPasswordConfirmation'],
            })}
            {...SHOW}
            label="New password"
            autoComplete="new-password"
            aria-describedby={rulesId}
            error={errors.newPassword?.message || isBroken || Boolean(errors.newPassword)}
          />
          <PasswordRules id={rulesId} password={password} userName={userName} judged={judged} />
        </div>
        <PasswordInput
          {...register('newPasswordConfirmation', {
            required: true,
            validate: (value) => value === getValues('newPassword') || DIFFERENT,
          })}
          {...SHOW}
          label="New password again"
          autoComplete="new-password"
          error={errors.newPasswordConfirmation?.message ?? Boolean(errors.newPasswordConfirmation)}
        />
        <FormFailure failure={refusal} />
        <Button type="submit" size="md" fullWidth loading={isSubmitting}>
          {action}
        </Button>
      </fieldset>
    </form>
  );
};

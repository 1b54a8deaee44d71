import { NativeSelect, TextInput } from '@mantine/core';
import type { UserGroup } from '@paceline/contract';
import { useNavigate } from '@tanstack/react-router';
import { pathTo } from '../../lib/paths.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import type { UserFormApi } from './prepare-user-form.ts';
import classes from './user-form.module.css';
import { KINDS } from './user-kinds.ts';

interface PersonPartProps {
  form: UserFormApi;
  group: UserGroup;
  isNew: boolean;
}

const KIND_OPTIONS = Object.values(KINDS).map(({ uType, label }) => ({ value: uType, label }));

export const PersonPart = ({ form, group, isNew }: PersonPartProps) => {
  const navigate = useNavigate();
  const { register, formState } = form;
  const { errors } = formState;
  const changeKind = (uType: string) =>
    void navigate({ to: pathTo('newUser', { uType }), replace: true, ignoreBlocker: true, resetScroll: false });
  return (
    <SectionCard title="Person" note={isNew ? 'The user gets an email with a link to set a password.' : undefined}>
      {isNew && (
        <NativeSelect
          label="Kind of user"
          className={`${classes.half} ${classes.gap}`}
          data={KIND_OPTIONS}
          value={KINDS[group].uType}
          onChange={(event) => changeKind(event.currentTarget.value)}
        />
      )}
      <div className={classes.fields}>
        <TextInput {...register('firstName')} label="First name" error={errors.firstName?.message} autoComplete="off" />
        <TextInput {...register('lastName')} label="Last name" error={errors.lastName?.message} autoComplete="off" />
        <TextInput
          {...register('userName')}
          label="User name"
          description="Used to sign in"
          error={errors.userName?.message}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput
          {...register('email')}
          type="email"
          label="Email"
          description={isNew ? 'Password links are sent here' : 'A new address must be confirmed'}
          error={errors.email?.message}
          autoComplete="off"
        />
      </div>
    </SectionCard>
  );
};

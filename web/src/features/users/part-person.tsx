import { Columns } from '../../ui/pieces/columns.tsx';
import { NativeSelect } from '@mantine/core';
import { type UserGroup, userRecord } from '@paceline/contract';
import { useNavigate } from '@tanstack/react-router';
import { pathTo } from '../../lib/address/paths.ts';
import { fieldOf } from '../../shared/form/record-field.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import classes from './user-form.module.css';
import { KINDS } from './user-kinds.ts';

interface PersonPartProps {
  group: UserGroup;
  isNew: boolean;
}

const Field = fieldOf(userRecord);
const KIND_OPTIONS = Object.values(KINDS).map(({ uType, label }) => ({ value: uType, label }));

export const PersonPart = ({ group, isNew }: PersonPartProps) => {
  const navigate = useNavigate();
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
      <Columns of={2} gap="14px 16px">
        <Field name="firstName" />
        <Field name="lastName" />
        <Field name="userName" />
        <Field name="email" type="email" />
      </Columns>
    </SectionCard>
  );
};

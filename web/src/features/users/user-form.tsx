import { Button } from '@mantine/core';
import { type User, type UserGroup, userRecord } from '@paceline/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { PATHS } from '../../lib/address/paths.ts';
import { permissionSet } from '../../lib/session/permissions.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { formParts } from '../../shared/form/prepare-record.ts';
import { RecordForm } from '../../shared/form/record-form.tsx';
import { useRecordForm } from '../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../shared/form/use-tab-drafts.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { nameOf, readUser, useSaveUser } from './api.ts';
import { AccessPart } from './part-access.tsx';
import { PersonPart } from './part-person.tsx';
import { RightsPart } from './part-rights.tsx';
import { type FormValues, grantable, startValues, toForm } from './prepare-user-form.ts';

interface UserFormProps {
  group: UserGroup;
  user: User | null;
  /** Initial owner of a new user. */
  worksOn: number | undefined;
  /** Why nothing can be changed; null if editable. */
  lock: string | null;
}

const NO_RIGHTS: string[] = [];
const KEPT_FIELDS = ['userName', 'firstName', 'lastName', 'email', 'ownerKeys'] as const;

/** Mentions an email change only if this save requested it. */
const savedWords = (saved: User, before: User | null): string => {
  const { emailChange } = saved;
  const isNew = emailChange !== null && emailChange.changeKey !== before?.emailChange?.changeKey;
  const rest = isNew
    ? ` ${emailChange.newEmail} must be confirmed at ${saved.email} or by a second administrator.`
    : '';
  return `${nameOf(saved)} is saved.${rest}`;
};

export const UserForm = ({ group, user, worksOn, lock }: UserFormProps) => {
  const navigate = useNavigate();
  const granted = useSession((state) => state.permissions);
  const owners = useSession((state) => state.owners);
  const current = user?.permissions ?? NO_RIGHTS;
  const canGive = useMemo(() => grantable(group, permissionSet(granted), current), [group, granted, current]);
  const saveUser = useSaveUser();
  const ownerName = (key: string) => owners?.find(({ ownerKey }) => String(ownerKey) === key)?.name ?? key;
  const state = useRecordForm<FormValues, User>({
    ...formParts(userRecord, { ownerKeys: ownerName }),
    stored: user,
    newValues: () => ({
      ...startValues(group, canGive, null),
      // Only an owner the viewer works on: the address could name any.
      ownerKeys: owners?.some(({ ownerKey }) => ownerKey === worksOn) === true ? [worksOn!] : [],
    }),
    drafts: useTabDrafts(`user.${user?.userKey ?? 'new'}`),
    load: ({ userKey }) => readUser(userKey),
    save: (values, stored) => saveUser(toForm(values, group, stored)),
    onSaved: async (saved, isNew) => {
      // Toast after navigating, so that a user who leaves on seeing it is not taken back to the list.
      await navigate({ to: PATHS.searchUser, ignoreBlocker: true });
      const name = nameOf(saved);
      toast.success(isNew ? `${name} is invited: a link is on its way to ${saved.email}.` : savedWords(saved, user));
    },
  });
  const { form, isSaving } = state;

  // Another kind of user has other rights and another route: both are reset; personal data and owners stay.
  const shownGroup = useRef(group);
  useEffect(() => {
    if (shownGroup.current === group) return;
    shownGroup.current = group;
    const filled = form.getValues();
    form.reset(startValues(group, canGive, null));
    for (const name of KEPT_FIELDS) form.setValue(name, filled[name], { shouldDirty: true });
  }, [group, canGive, form]);

  return (
    <RecordForm
      state={state}
      what="this user"
      lock={lock}
      buttons={
        <>
          <Button variant="default" onClick={() => void navigate({ to: PATHS.searchUser })}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            {user ? 'Save' : 'Create and invite'}
          </Button>
        </>
      }
    >
      <PersonPart group={group} isNew={user === null} />
      <AccessPart form={form} group={group} user={user} isLocked={lock !== null} />
      <RightsPart form={form} group={group} canGive={canGive} />
    </RecordForm>
  );
};

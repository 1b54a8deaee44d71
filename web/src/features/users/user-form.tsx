import { Button } from '@mantine/core';
import type { User, UserGroup } from '@paceline/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { PATHS } from '../../lib/paths.ts';
import { permissionSet } from '../../lib/permissions.ts';
import { useSession } from '../../lib/session-store.ts';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import { useFormDraft } from '../../shared/use-form-draft.ts';
import { DraftOffer } from '../../ui/draft-offer.tsx';
import { FormBar } from '../../ui/form-bar.tsx';
import type { Failure } from '../../ui/form-failure.tsx';
import { toast } from '../../ui/toast-store.ts';
import { nameOf, useSaveUser } from './api.ts';
import { AccessPart } from './part-access.tsx';
import { PersonPart } from './part-person.tsx';
import { RightsPart } from './part-rights.tsx';
import { type FormValues, grantable, startValues, toForm } from './prepare-user-form.ts';
import { isStale, useUserForm } from './use-user-form.ts';
import classes from './user-form.module.css';
import { useReloadUser } from './use-reload-user.ts';

interface UserFormProps {
  group: UserGroup;
  user: User | null;
  /** Why nothing can be changed; null where it can. */
  lock: string | null;
}

const NO_RIGHTS: string[] = [];
const KEPT_FIELDS = ['userName', 'firstName', 'lastName', 'email', 'ownerKeys'] as const;

export const UserForm = ({ group, user, lock }: UserFormProps) => {
  const navigate = useNavigate();
  const granted = useSession((state) => state.permissions);
  const standing = user?.permissions ?? NO_RIGHTS;
  const canGive = useMemo(() => grantable(group, permissionSet(granted), standing), [group, granted, standing]);
  const { form, showErrors } = useUserForm(group, user, startValues(group, canGive, user));
  const draft = useFormDraft(`user.${user?.userKey ?? 'new'}`, form);
  const save = useSaveUser();
  const reload = useReloadUser(user?.userKey);
  const [failure, setFailure] = useState<(Failure & { stale: boolean }) | null>(null);
  const { isDirty, isSubmitting } = form.formState;

  // Another kind of user has other rights and another place: both start anew, the person and the owners stay.
  const shownGroup = useRef(group);
  useEffect(() => {
    if (shownGroup.current === group) return;
    shownGroup.current = group;
    const filled = form.getValues();
    form.reset(startValues(group, canGive, null));
    for (const name of KEPT_FIELDS) form.setValue(name, filled[name], { shouldDirty: true });
  }, [group, canGive, form]);

  const submit = async (values: FormValues) => {
    setFailure(null);
    try {
      const saved = await save(toForm(values, group, user));
      if (!saved) return;
      draft.forget();
      toast.success(
        user ? `${nameOf(saved)} is saved.` : `${nameOf(saved)} is invited: a link is on its way to ${saved.email}.`,
      );
      await navigate({ to: PATHS.searchUser, ignoreBlocker: true });
    } catch (error) {
      setFailure({ ...showErrors(error), stale: isStale(error) });
    }
  };

  return (
    <form noValidate className={classes.form} onSubmit={(event) => void form.handleSubmit(submit)(event)}>
      {draft.offeredAt !== null && lock === null && (
        <DraftOffer savedAt={draft.offeredAt} onRestore={draft.restore} onDiscard={draft.discard} />
      )}
      {lock !== null && <p className={classes.lock}>{lock}</p>}
      <fieldset className={classes.parts} disabled={isSubmitting || lock !== null}>
        <PersonPart form={form} group={group} isNew={user === null} />
        <AccessPart form={form} group={group} user={user} isLocked={lock !== null} />
        <RightsPart form={form} group={group} canGive={canGive} />
      </fieldset>
      {lock === null && (
        <FormBar failure={failure}>
          {failure?.stale && (
            <Button variant="default" onClick={() => void reload()}>
              Reload
            </Button>
          )}
          <Button variant="default" onClick={() => void navigate({ to: PATHS.searchUser })}>
            Cancel
          </Button>
          <Button type="submit" loading={isSubmitting}>
            {user ? 'Save' : 'Create and invite'}
          </Button>
        </FormBar>
      )}
      <LeaveGuard isDirty={isDirty && lock === null} onLeave={draft.forget} />
    </form>
  );
};

import { fixedReason, type User, type UserGroup, userRecord } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useSession } from '../../lib/session/session-store.ts';
import { fieldOf } from '../../shared/form/record-field.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { partnersQuery, userQuery } from './api.ts';
import { OwnerAccess } from './owner-access.tsx';
import type { UserFormApi } from './prepare-user-form.ts';
import classes from './user-form.module.css';

interface AccessPartProps {
  form: UserFormApi;
  group: UserGroup;
  user: User | null;
  isLocked: boolean;
}

const Field = fieldOf(userRecord);

const PartnerSelect = ({ form, user }: Pick<AccessPartProps, 'form' | 'user'>) => {
  const { data: partners, error } = useQuery(partnersQuery());
  const value = useWatch({ control: form.control, name: 'partnerKey' });
  const options = (partners ?? [])
    .filter(({ activeFlag, mediaPartnerKey }) => activeFlag || String(mediaPartnerKey) === value)
    .map(({ mediaPartnerKey, mediaPartnerName }) => ({ value: String(mediaPartnerKey), label: mediaPartnerName }));
  const none = error?.message ?? (partners ? 'Choose a media partner' : 'Loading …');
  return (
    <div className={`${classes.half} ${classes.gap}`}>
      <Field
        name="partnerKey"
        options={[{ value: '', label: none }, ...options]}
        fixed={fixedReason(userRecord, 'partnerKey', user)}
      />
    </div>
  );
};

const NO_OWNERS: never[] = [];

export const AccessPart = ({ form, group, user, isLocked }: AccessPartProps) => {
  const ownKey = useSession((state) => state.taclUserKey);
  const owners = useSession((state) => state.owners) ?? NO_OWNERS;
  const { data: self } = useQuery({ ...userQuery(ownKey ?? 0), enabled: ownKey !== null, staleTime: 60_000 });
  const { errors } = form.formState;
  const [allOwners, ownerKeys] = useWatch({ control: form.control, name: ['allOwners', 'ownerKeys'] });
  const touched = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
  return (
    <SectionCard
      title="Access"
      note={group === 'mp' ? 'The media partner, and the owners whose campaigns it sees.' : undefined}
    >
      {group === 'mp' && <PartnerSelect form={form} user={user} />}
      <OwnerAccess
        group={group}
        owners={owners}
        allOwners={allOwners}
        ownerKeys={ownerKeys}
        canGiveAll={self?.allOwners ?? false}
        error={errors.ownerKeys?.message ?? errors.allOwners?.message}
        isDisabled={isLocked}
        onAll={(all) => form.setValue('allOwners', all, touched)}
        onKeys={(keys) => form.setValue('ownerKeys', keys, touched)}
      />
    </SectionCard>
  );
};

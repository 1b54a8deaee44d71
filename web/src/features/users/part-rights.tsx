import { Box, NativeSelect } from '@mantine/core';
import { type Permission, ROLE_PRESETS, type RolePresetName, type UserGroup } from '@paceline/contract';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { PermissionMatrix } from './permission-matrix.tsx';
import { prepareMatrix, presetOf, presetPermissions, presetsOf, type UserFormApi } from './prepare-user-form.ts';
import classes from './user-form.module.css';

interface RightsPartProps {
  form: UserFormApi;
  group: UserGroup;
  canGive: ReadonlySet<Permission>;
}

const OWN_SET = 'own';

/** A role preset, then the individual rights. Only the rights are saved. */
export const RightsPart = ({ form, group, canGive }: RightsPartProps) => {
  const value = useWatch({ control: form.control, name: 'permissions' });
  const rows = useMemo(() => prepareMatrix(group, canGive), [group, canGive]);
  const preset = presetOf(group, value, canGive);
  const change = (permissions: Permission[]) => form.setValue('permissions', permissions, { shouldDirty: true });
  const options = presetsOf(group).map(({ name, preset: { label } }) => ({ value: name, label }));
  const left = preset ? ROLE_PRESETS[preset].permissions.length - value.length : 0;
  const error = form.formState.errors.permissions;
  return (
    <SectionCard title="Rights">
      <NativeSelect
        label="Role"
        description={left > 0 ? `${left} rights of this role are left out, because you do not have them.` : undefined}
        className={`${classes.half} ${classes.gap}`}
        data={preset ? options : [...options, { value: OWN_SET, label: 'Custom selection' }]}
        value={preset ?? OWN_SET}
        onChange={({ currentTarget }) => {
          if (currentTarget.value !== OWN_SET)
            change(presetPermissions(currentTarget.value as RolePresetName, canGive));
        }}
      />
      <PermissionMatrix rows={rows} value={value} onChange={change} />
      {error && (
        <Box component="p" c="var(--mantine-color-error)" fz="xs" m="8px 0 0" role="alert" tabIndex={-1} data-refused>
          {error.message ?? 'These rights cannot be saved.'}
        </Box>
      )}
    </SectionCard>
  );
};

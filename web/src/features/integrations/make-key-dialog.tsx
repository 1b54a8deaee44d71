import { NumberInput, TextInput } from '@mantine/core';
import { API_KEY_LIMITS, apiKeyFormSchema, apiKeyList, apiKeyMake, type NewApiKey } from '@paceline/contract';
import { useMemo, useState } from 'react';
import { permissionSet } from '../../lib/session/permissions.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { FormDialog, useFieldErrors } from '../../shared/form/form-dialog.tsx';
import { schemaProblems, sortRefusal } from '../../shared/form/prepare-refusal.ts';
import { Columns } from '../../ui/pieces/columns.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { PickList } from '../../ui/forms/pick-list.tsx';
import { useIntegrationChange } from './api.ts';
import { rightItems, rightsOf } from './prepare-api-keys.ts';

interface MakeKeyDialogProps {
  ownerKey: number;
  onMade: (newKey: NewApiKey) => void;
  onClose: () => void;
}

const FIELDS = ['name', 'ownerKeys', 'permissions', 'days', 'perMinute'];

/** Creates a key for some of its maker's owners and rights. */
export const MakeKeyDialog = ({ ownerKey, onMade, onClose }: MakeKeyDialogProps) => {
  const owners = useSession((state) => state.owners) ?? [];
  const permissions = useSession((state) => state.permissions);
  const rights = useMemo(() => rightItems(permissionSet(permissions)), [permissions]);
  const [name, setName] = useState('');
  const [ownerKeys, setOwnerKeys] = useState<number[]>([ownerKey]);
  const [rightKeys, setRightKeys] = useState<number[]>([]);
  const [days, setDays] = useState<number | string>(API_KEY_LIMITS.usualDays);
  const [perMinute, setPerMinute] = useState<number | string>(API_KEY_LIMITS.usualPerMinute);
  const { errors, show } = useFieldErrors();
  const make = useIntegrationChange(apiKeyMake, [apiKeyList], onMade, (error) => {
    const { failure, problems, isOfFields } = sortRefusal(error, (field) => (FIELDS.includes(field) ? field : null));
    show(problems, isOfFields ? '' : failure.message);
  });
  const submit = () => {
    const body = {
      name,
      ownerKeys,
      permissions: rightsOf(rightKeys),
      days: Number(days),
      perMinute: Number(perMinute),
    };
    const problems = schemaProblems(apiKeyFormSchema, body);
    show(problems);
    if (problems.length === 0) make.mutate(body);
  };
  return (
    <FormDialog
      title="New API key"
      size={560}
      failure={errors['form']}
      submit="Create key"
      isPending={make.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="System that uses it, such as “Data warehouse”"
        value={name}
        error={errors['name']}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {owners.length > 1 && (
        <PickList
          label="Owners"
          items={owners.map((owner) => ({ key: owner.ownerKey, label: owner.name }))}
          chosen={ownerKeys}
          noneMeans="None selected"
          error={errors['ownerKeys']}
          onChange={setOwnerKeys}
        />
      )}
      <PickList
        label="Rights"
        items={rights}
        chosen={rightKeys}
        noneMeans="None: only calls that need no right"
        error={errors['permissions']}
        onChange={setRightKeys}
      />
      <Columns min={160} gap={10}>
        <NumberInput
          label="Expires after (days)"
          description={`1 to ${API_KEY_LIMITS.mostDays}`}
          value={days}
          min={1}
          max={API_KEY_LIMITS.mostDays}
          allowDecimal={false}
          error={errors['days']}
          onChange={setDays}
        />
        <NumberInput
          label="Requests per minute"
          description={`1 to ${API_KEY_LIMITS.mostPerMinute.toLocaleString('en-US')}`}
          value={perMinute}
          min={1}
          max={API_KEY_LIMITS.mostPerMinute}
          allowDecimal={false}
          thousandSeparator=","
          error={errors['perMinute']}
          onChange={setPerMinute}
        />
      </Columns>
      <Note size="xs">
        A key never has more access than you: if you lose a right, an owner or your account, so does the key.
      </Note>
    </FormDialog>
  );
};

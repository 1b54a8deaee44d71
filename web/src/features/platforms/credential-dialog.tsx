import { PasswordInput, TextInput } from '@mantine/core';
import { type GoogleAdsCredential, googleAdsCredentialSchema, platformDataConnectionSave } from '@paceline/contract';
import { useState } from 'react';
import { FormDialog, useFieldErrors } from '../../shared/form/form-dialog.tsx';
import { schemaProblems, sortRefusal } from '../../shared/form/prepare-refusal.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { useConnectionChange } from './api.ts';

const FIELDS = [
  { name: 'developerToken', label: 'Developer token', isSecret: true, description: 'Of the agency’s manager account' },
  { name: 'clientId', label: 'OAuth client ID', isSecret: false, description: 'Of the agency’s project at Google' },
  { name: 'clientSecret', label: 'OAuth client secret', isSecret: true, description: '' },
  { name: 'refreshToken', label: 'Refresh token', isSecret: true, description: 'Of a user who may read the account' },
  {
    name: 'loginCustomerId',
    label: 'Manager account ID',
    isSecret: false,
    description: 'Ten digits. Blank: the account is accessed directly',
  },
] as const satisfies readonly {
  name: keyof GoogleAdsCredential;
  label: string;
  isSecret: boolean;
  description: string;
}[];
const BLANK: GoogleAdsCredential = {
  developerToken: '',
  clientId: '',
  clientSecret: '',
  refreshToken: '',
  loginCustomerId: '',
};

interface CredentialDialogProps {
  ownerKey: number;
  source: number;
  label: string;
  onClose: () => void;
}

/** Asks for an account's credentials. Stored ones are never shown, only replaced. */
export const CredentialDialog = ({ ownerKey, source, label, onClose }: CredentialDialogProps) => {
  const [credential, setCredential] = useState(BLANK);
  const { errors, show } = useFieldErrors((path) => path.replace('credential.', ''));
  const save = useConnectionChange(platformDataConnectionSave, ownerKey, {
    onDone: () => {
      toast.success('The credential is saved.');
      onClose();
    },
    onError: (error) => {
      const sorted = sortRefusal(error, (field) => field);
      const others = sorted.problems.filter(({ path }) => !(path.replace('credential.', '') in BLANK));
      show(
        sorted.problems,
        sorted.isOfFields ? others.map(({ message }) => message).join(' ') : sorted.failure.message,
      );
    },
  });
  const submit = () => {
    const problems = schemaProblems(googleAdsCredentialSchema, credential);
    show(problems);
    if (problems.length === 0) save.mutate({ source, credential });
  };
  return (
    <FormDialog
      title={`Credential for ${label}`}
      size={480}
      failure={errors['form']}
      submit="Save credential"
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>Stored sealed and not shown again; replacing it replaces all of it.</p>
      {FIELDS.map(({ name, label: field, isSecret, description }, index) => {
        const Box = isSecret ? PasswordInput : TextInput;
        return (
          <Box
            key={name}
            label={field}
            description={description}
            autoComplete={isSecret ? 'new-password' : 'off'}
            spellCheck={false}
            {...(index === 0 && { 'data-autofocus': true })}
            value={credential[name]}
            error={errors[name]}
            onChange={({ currentTarget }) => setCredential({ ...credential, [name]: currentTarget.value })}
          />
        );
      })}
    </FormDialog>
  );
};

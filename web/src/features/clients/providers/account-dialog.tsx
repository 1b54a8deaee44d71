import { Button, Modal, PasswordInput, Text, TextInput } from '@mantine/core';
import { VERIFICATION_PROVIDERS } from '@paceline/contract';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { type Failure, FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { useAccountActions } from './api.ts';
import { type Asked, fieldsOf, readCredential } from './prepare-accounts.ts';

interface AccountDialogProps {
  ownerKey: number;
  request: Asked;
  onClose: () => void;
}

/** Asks for an account's credentials. Stored ones are never shown, only replaced. */
export const AccountDialog = ({ ownerKey, request, onClose }: AccountDialogProps) => {
  const { save } = useAccountActions(ownerKey);
  const [texts, setTexts] = useState<Record<string, string>>(
    request.provider === 'CLIENT_SYSTEM' ? { headerName: 'Authorization' } : {},
  );
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const name =
    request.provider === 'CLIENT_SYSTEM' ? request.system.clientName : VERIFICATION_PROVIDERS[request.provider].label;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const read = readCredential(request, texts);
    setProblems('problems' in read ? read.problems : {});
    if ('problems' in read) return;
    setIsBusy(true);
    setFailure(null);
    try {
      await save(read.body);
      toast.success(`The credential for ${name} is saved.`);
      onClose();
    } catch (error) {
      setFailure({
        message: error instanceof Error ? error.message : 'The credential could not be saved.',
        requestId: error instanceof ApiError ? error.requestId : null,
      });
      setIsBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={<strong>{`Credential for ${name}`}</strong>} centered size={480}>
      <FormStack onSubmit={(event) => void submit(event)} noValidate>
        <Text size="sm">
          {request.provider === 'CLIENT_SYSTEM'
            ? `Sent as a header to ${request.system.host} and to no other host. `
            : ''}
          Stored sealed and not shown again; replacing it replaces all of it.
        </Text>
        {fieldsOf(request).map(({ name: field, label, isSecret }, index) => {
          const Box = isSecret ? PasswordInput : TextInput;
          return (
            <Box
              key={field}
              label={label}
              autoComplete={isSecret ? 'new-password' : 'off'}
              spellCheck={false}
              data-autofocus={index === 0 || undefined}
              value={texts[field] ?? ''}
              error={problems[field]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setTexts((all) => ({ ...all, [field]: value }));
              }}
            />
          );
        })}
        <FormFailure failure={failure} />
        <ButtonRow>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Save credential
          </Button>
        </ButtonRow>
      </FormStack>
    </Modal>
  );
};

import { Button, Modal, Text, TextInput } from '@mantine/core';
import type { PostingKey } from '@paceline/contract';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatInstant } from '../../../lib/text/format.ts';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { type Failure, FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { useKeyActions } from './api.ts';
import { keyName } from './prepare-keys.ts';

interface RevokeDialogProps {
  partnerKey: number;
  revoked: PostingKey;
  zone: string;
  onClose: () => void;
}

/** Says what stops and asks for the last four characters: keys look alike, and disabling cannot be undone. */
export const RevokeDialog = ({ partnerKey, revoked, zone, onClose }: RevokeDialogProps) => {
  const { revoke } = useKeyActions(partnerKey);
  const [typed, setTyped] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isRight = typed.trim() === revoked.hint;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsAsked(true);
    if (!isRight) return;
    setIsBusy(true);
    setFailure(null);
    try {
      await revoke(revoked.postingKey);
      toast.success(`Key ending in ${revoked.hint} disabled.`);
      onClose();
    } catch (error) {
      setFailure({
        message: error instanceof Error ? error.message : 'The key could not be disabled.',
        requestId: error instanceof ApiError ? error.requestId : null,
      });
      setIsBusy(false);
    }
  };
  const { lastUsedAt } = revoked;
  return (
    <Modal opened onClose={onClose} title={<strong>{`Disable ${keyName(revoked)}`}</strong>} centered size={480}>
      <FormStack onSubmit={(event) => void submit(event)} noValidate>
        <Text size="sm">
          {lastUsedAt === null ? 'It was never used.' : `It was last used ${formatInstant(lastUsedAt, zone)}.`} Leads
          posted with it are refused (401) from now on. This cannot be undone.
        </Text>
        <TextInput
          label={`Type its last four characters, ${revoked.hint}, to confirm`}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          error={isAsked && !isRight ? `Type ${revoked.hint}, with capitals as they are.` : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <FormFailure failure={failure} />
        <ButtonRow>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={isBusy}>
            Disable key
          </Button>
        </ButtonRow>
      </FormStack>
    </Modal>
  );
};

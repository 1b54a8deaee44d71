import { Button, Modal, NativeSelect, Text } from '@mantine/core';
import { type ApiKey, apiKeyList, apiKeyRotate, type NewApiKey } from '@paceline/contract';
import { useState } from 'react';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import { useIntegrationChange } from './api.ts';

interface RotateKeyDialogProps {
  apiKey: ApiKey;
  onMade: (newKey: NewApiKey) => void;
  onClose: () => void;
}

export const OVERLAPS = [
  { value: '0', label: 'Ends now' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
];

/** Replaces a key; the old one keeps working for a while. */
export const RotateKeyDialog = ({ apiKey, onMade, onClose }: RotateKeyDialogProps) => {
  const [overlapHours, setOverlapHours] = useState('168');
  const rotate = useIntegrationChange(apiKeyRotate, [apiKeyList], onMade);
  return (
    <Modal opened onClose={onClose} title={<strong>{`Rotate ${apiKey.name}`}</strong>} centered size={440}>
      <Text size="sm" mb={12}>
        A new key with the same owners, rights and limit replaces the one that ends in {apiKey.hint}.
      </Text>
      <NativeSelect
        label="The old key works for another"
        data={OVERLAPS}
        value={overlapHours}
        onChange={(event) => setOverlapHours(event.currentTarget.value)}
      />
      <ButtonRow mt={16}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={rotate.isPending}
          onClick={() => rotate.mutate({ apiKey: apiKey.apiKey, overlapHours: Number(overlapHours) })}
        >
          Rotate key
        </Button>
      </ButtonRow>
    </Modal>
  );
};

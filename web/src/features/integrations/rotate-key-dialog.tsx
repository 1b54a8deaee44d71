import { Button, Modal, NativeSelect } from '@mantine/core';
import { type ApiKey, apiKeyList, apiKeyRotate, type NewApiKey } from '@paceline/contract';
import { useState } from 'react';
import { useIntegrationChange } from './api.ts';
import classes from './integrations.module.css';

interface RotateKeyDialogProps {
  apiKey: ApiKey;
  onMade: (made: NewApiKey) => void;
  onClose: () => void;
}

export const OVERLAPS = [
  { value: '0', label: 'Ends now' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
];

/** A new key in the place of another, which works a while longer. */
export const RotateKeyDialog = ({ apiKey, onMade, onClose }: RotateKeyDialogProps) => {
  const [overlapHours, setOverlapHours] = useState('168');
  const rotate = useIntegrationChange(apiKeyRotate, [apiKeyList], onMade);
  return (
    <Modal opened onClose={onClose} title={<strong>{`Rotate ${apiKey.name}`}</strong>} centered size={440}>
      <p className={classes.text}>
        A new key with the same owners, rights and limit replaces the one that ends in {apiKey.hint}.
      </p>
      <NativeSelect
        label="The old key works for another"
        data={OVERLAPS}
        value={overlapHours}
        onChange={(event) => setOverlapHours(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          loading={rotate.isPending}
          onClick={() => rotate.mutate({ apiKey: apiKey.apiKey, overlapHours: Number(overlapHours) })}
        >
          Rotate key
        </Button>
      </div>
    </Modal>
  );
};

import { Button, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ButtonRow } from '../pieces/button-row.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  text: ReactNode;
  action: string;
  cancel?: string;
  /** The action destroys something. */
  isGrave?: boolean;
  isBusy?: boolean;
  /** What has to be done first is done. */
  isReady?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export const ConfirmDialog = ({
  isOpen,
  title,
  text,
  action,
  cancel = 'Cancel',
  isGrave = false,
  isBusy = false,
  isReady = true,
  onConfirm,
  onClose,
}: ConfirmDialogProps) => (
  <Modal opened={isOpen} onClose={onClose} title={<strong>{title}</strong>} centered size={440}>
    <Text component="div" size="sm" lh={1.55}>
      {text}
    </Text>
    <ButtonRow mt={20}>
      <Button variant="default" onClick={onClose} data-autofocus>
        {cancel}
      </Button>
      <Button color={isGrave ? 'red' : 'brand'} loading={isBusy} disabled={!isReady} onClick={onConfirm}>
        {action}
      </Button>
    </ButtonRow>
  </Modal>
);

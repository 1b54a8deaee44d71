import { Button, CopyButton, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ButtonRow } from '../pieces/button-row.tsx';
import classes from './shown-once.module.css';

interface ShownOnceProps {
  title: string;
  /** Noun for the secret: "API key". */
  what: string;
  secret: string;
  children?: ReactNode;
  onClose: () => void;
}

/** Shows a secret the only time it is available. Only the button closes the dialog: a click outside or Escape would lose it. */
export const ShownOnce = ({ title, what, secret, children, onClose }: ShownOnceProps) => (
  <Modal
    opened
    onClose={onClose}
    title={<strong>{title}</strong>}
    centered
    size={560}
    closeOnClickOutside={false}
    closeOnEscape={false}
    withCloseButton={false}
  >
    <Text size="sm" mb={12}>
      Copy the {what} now. It is shown only once and cannot be read again.
    </Text>
    <Group gap={8} mb={12}>
      <code className={classes.code} data-secret>
        {secret}
      </code>
      <CopyButton value={secret}>
        {({ copied, copy }) => (
          <Button size="xs" onClick={copy} data-autofocus>
            {copied ? 'Copied' : `Copy ${what}`}
          </Button>
        )}
      </CopyButton>
    </Group>
    {children}
    <ButtonRow mt={16}>
      <Button variant="default" onClick={onClose}>
        Done
      </Button>
    </ButtonRow>
  </Modal>
);

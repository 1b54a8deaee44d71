import { Group, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './request-id.module.css';

/** The request id for support, with a copy button. */
export const RequestId = ({ value }: { value: string }) => {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Refused, or an insecure page: the text can still be selected by hand.
    }
  };
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Group gap={4} wrap="nowrap" mt={2} c="dimmed" fz="0.6875rem">
      <Text component="span" ff="var(--mantine-font-family-monospace)" inherit truncate>
        Request {value}
      </Text>
      <UnstyledButton
        className={classes.copy}
        aria-label={copied ? 'Copied' : 'Copy request id'}
        onClick={() => void copy()}
      >
        <Icon size={13} aria-hidden="true" />
      </UnstyledButton>
    </Group>
  );
};

import { Tooltip, UnstyledButton } from '@mantine/core';

/** Placeholder for a missing number: a dash with its reason for mouse, keyboard and screen readers. */
export const Blank = ({ reason }: { reason: string }) => (
  <Tooltip label={reason} multiline w={280} events={{ hover: true, focus: true, touch: true }}>
    <UnstyledButton component="button" fz="inherit" c="inherit" aria-label={`No number. ${reason}`}>
      –
    </UnstyledButton>
  </Tooltip>
);

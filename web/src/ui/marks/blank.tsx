import { Tooltip, UnstyledButton } from '@mantine/core';

/** In place of a number that cannot be told: a dash that says why, to the mouse, the keyboard and a screen reader. */
export const Blank = ({ reason }: { reason: string }) => (
  <Tooltip label={reason} multiline w={280} events={{ hover: true, focus: true, touch: true }}>
    <UnstyledButton component="button" fz="inherit" c="inherit" aria-label={`No number. ${reason}`}>
      –
    </UnstyledButton>
  </Tooltip>
);

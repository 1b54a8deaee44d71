import { Tooltip, UnstyledButton } from '@mantine/core';

interface NotedProps {
  text: string;
  /** Explanation of the figure for mouse, keyboard and screen readers. */
  note: string;
  /** Marks the figure as approximate: too little data. */
  near?: boolean;
  /** Opens the figure's details. */
  onClick?: (() => void) | undefined;
}

export const Noted = ({ text, note, near = false, onClick }: NotedProps) => (
  <Tooltip label={note} multiline w={300} events={{ hover: true, focus: true, touch: true }}>
    <UnstyledButton
      component="button"
      fz="inherit"
      c="inherit"
      ff="inherit"
      aria-label={`${text}. ${note}`}
      {...(onClick && { onClick })}
    >
      {near ? `≈ ${text}` : text}
    </UnstyledButton>
  </Tooltip>
);

import { Tooltip, UnstyledButton } from '@mantine/core';

interface NotedProps {
  text: string;
  /** What the figure is told from, to the mouse, the keyboard and a screen reader. */
  note: string;
  /** There is too little to tell it from: it is marked as near. */
  near?: boolean;
  /** Where the figure leads. */
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

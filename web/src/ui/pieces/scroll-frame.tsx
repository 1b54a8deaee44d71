import { ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';

interface ScrollFrameProps {
  label: string;
  /** Height from which it scrolls. */
  height?: number;
  children: ReactNode;
}

/** Scrolls a table or list that is larger than its card, also by keyboard. */
export const ScrollFrame = ({ label, height = 340, children }: ScrollFrameProps) => (
  <ScrollArea.Autosize
    mah={height}
    type="auto"
    scrollbarSize={8}
    offsetScrollbars="present"
    viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
  >
    {children}
  </ScrollArea.Autosize>
);

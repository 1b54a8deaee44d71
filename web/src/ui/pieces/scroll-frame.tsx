import { ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';

interface ScrollFrameProps {
  label: string;
  /** How high it grows before it scrolls. */
  height?: number;
  children: ReactNode;
}

/** A table or list that is wider or longer than its card: it scrolls by itself, by keyboard too. */
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

import { ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';

/** A table that is wider or longer than its card: it scrolls by itself, by keyboard too. */
export const ScrollFrame = ({ label, children }: { label: string; children: ReactNode }) => (
  <ScrollArea.Autosize
    mah={340}
    type="auto"
    scrollbarSize={8}
    offsetScrollbars="present"
    viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
  >
    {children}
  </ScrollArea.Autosize>
);

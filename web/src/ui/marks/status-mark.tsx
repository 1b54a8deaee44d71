import type { ReactNode } from 'react';
import classes from './status-mark.module.css';

export type StatusTone = 'good' | 'warn' | 'bad' | 'off';

/** A status in words, with a dot beside them: the colour alone tells nothing. */
export const StatusMark = ({ tone, children }: { tone: StatusTone; children: ReactNode }) => (
  <span className={classes.mark} data-tone={tone}>
    {children}
  </span>
);

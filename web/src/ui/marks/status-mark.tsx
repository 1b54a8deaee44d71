import type { ReactNode } from 'react';
import classes from './status-mark.module.css';

export type StatusTone = 'good' | 'warn' | 'bad' | 'off';

/** A status in words, with a dot: colour alone would not be accessible. */
export const StatusMark = ({ tone, children }: { tone: StatusTone; children: ReactNode }) => (
  <span className={classes.mark} data-tone={tone}>
    {children}
  </span>
);

import type { ReactNode } from 'react';
import classes from './name-over-code.module.css';

/** A name with its code in a second line: on a phone there is no room beside it. Needs a comfortable row. */
export const NameOverCode = ({ code, children }: { code: string; children: ReactNode }) => (
  <span className={classes.both}>
    <span className={classes.name}>{children}</span> <span className={classes.code}>{code}</span>
  </span>
);

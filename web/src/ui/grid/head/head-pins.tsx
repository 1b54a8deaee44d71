import type { ReactNode } from 'react';
import classes from './grid-head.module.css';

/** The pinned part of a head row. Even if empty, it covers the columns that scroll under it. */
export const HeadPins = ({ width, children }: { width: number; children: ReactNode }) =>
  width > 0 && (
    <div role="presentation" className={classes.pins} style={{ width }}>
      {children}
    </div>
  );

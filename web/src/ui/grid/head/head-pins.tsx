import type { ReactNode } from 'react';
import classes from './grid-head.module.css';

/** The part of a head's row that stays. Empty as it may be, it covers what scrolls away under it. */
export const HeadPins = ({ width, children }: { width: number; children: ReactNode }) =>
  width > 0 && (
    <div role="presentation" className={classes.pins} style={{ width }}>
      {children}
    </div>
  );

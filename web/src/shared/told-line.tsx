import type { ReactNode } from 'react';
import classes from './figure-panel.module.css';

/** A line of what is told of a figure: its formula, its days. */
export const ToldLine = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.line}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

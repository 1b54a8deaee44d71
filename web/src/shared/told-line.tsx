import type { ReactNode } from 'react';
import classes from './figure-panel.module.css';

/** One line of a figure's explanation, such as its formula or days. */
export const ToldLine = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.line}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

import type { ReactNode } from 'react';
import classes from './facts.module.css';

export type Fact = readonly [label: string, value: ReactNode];

/** What is known of a record, line by line; what is not there has no line. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={classes.facts}>
    {facts
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([label, value]) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

import { Box, type BoxProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

export type Fact = readonly [label: string, value: ReactNode];

interface FactsProps extends BoxProps {
  facts: readonly Fact[];
  /** Side by side, each under its label. */
  tiles?: boolean;
}

/** A record's facts, one per line; missing ones are left out. */
export const Facts = ({ facts, tiles = false, ...rest }: FactsProps) => (
  <Box component="dl" className={classes.facts} mod={{ tiles }} {...rest}>
    {facts
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </Box>
);

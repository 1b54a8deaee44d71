import { VisuallyHidden } from '@mantine/core';
import classes from './rail.module.css';
import type { Badge } from './use-badges.ts';

const MAX_COUNT = 99;

export const BadgeMark = ({ badge: { count, words } }: { badge: Badge }) =>
  count === 0 ? null : (
    <>
      <span className={classes.badge} aria-hidden="true">
        {count > MAX_COUNT ? `${MAX_COUNT}+` : count}
      </span>
      <VisuallyHidden>{` (${words})`}</VisuallyHidden>
    </>
  );

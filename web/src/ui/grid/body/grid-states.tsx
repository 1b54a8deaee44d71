import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { RequestId } from '../../states/request-id.tsx';
import classes from '../grid.module.css';
import type { GridProps } from '../types.ts';

interface GridErrorProps {
  error: NonNullable<GridProps<never>['error']>;
  onRetry: (() => void) | undefined;
}

/** Shown above the existing rows, which stay after a failure. */
export const GridError = ({ error, onRetry }: GridErrorProps) => (
  <div role="alert" className={classes.error}>
    <IconAlertTriangle size={16} aria-hidden="true" className={classes.errorIcon} />
    <div className={classes.errorText}>
      {error.message}
      {error.requestId && <RequestId value={error.requestId} />}
    </div>
    {onRetry && (
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
    )}
  </div>
);

export const NothingLeft = ({ onClear }: { onClear: () => void }) => (
  <div className={classes.nothing} role="status">
    No rows match these filters.
    <Button size="compact-sm" variant="subtle" onClick={onClear}>
      Clear filters
    </Button>
  </div>
);

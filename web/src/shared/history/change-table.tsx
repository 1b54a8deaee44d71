import { Text, VisuallyHidden } from '@mantine/core';
import type { AuditChange } from '@paceline/contract';
import { NONE } from '../../lib/text/format.ts';
import classes from './record-history.module.css';

/** The field changes of a history entry. */
export const ChangeTable = ({ changes }: { changes: readonly AuditChange[] }) =>
  changes.length === 0 ? null : (
    <ul className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <Text span inherit c="dimmed">
            {field}
          </Text>{' '}
          {before === after || before === null ? (
            <span>{after ?? NONE}</span>
          ) : (
            <span>
              <Text span inherit c="dimmed">
                {before}
              </Text>{' '}
              <span aria-hidden="true">→</span>
              <VisuallyHidden>to</VisuallyHidden> <strong>{after ?? NONE}</strong>
            </span>
          )}
        </li>
      ))}
    </ul>
  );

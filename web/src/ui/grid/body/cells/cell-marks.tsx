import {
  IconAlertCircleFilled,
  IconAlertTriangleFilled,
  IconArrowsDiff,
  IconInfoCircleFilled,
} from '@tabler/icons-react';
import classes from '../grid-body.module.css';
import type { Remark } from '../../types.ts';

const ICONS = {
  error: IconAlertCircleFilled,
  conflict: IconArrowsDiff,
  warning: IconAlertTriangleFilled,
  info: IconInfoCircleFilled,
} as const;
const WORDS = { error: 'Error', conflict: 'Conflict', warning: 'Warning', info: 'Note' } as const;

export const remarkText = ({ level, message }: Remark): string => `${WORDS[level]}: ${message}`;

/** The icon's shape shows the severity; the text is in the title and for screen readers. */
export const RemarkMark = ({ remark, id }: { remark: Remark; id: string }) => {
  const Icon = ICONS[remark.level];
  return (
    <span className={classes.mark} data-level={remark.level}>
      {remark.initials === undefined ? (
        <Icon size={13} aria-hidden="true" />
      ) : (
        <span className={classes.initials} aria-hidden="true">
          {remark.initials}
        </span>
      )}
      <span id={id} hidden>
        {remarkText(remark)}
      </span>
    </span>
  );
};

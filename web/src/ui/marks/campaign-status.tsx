import { Text } from '@mantine/core';
import { CAMPAIGN_STATUSES, type StatusReason, type SubStatus } from '@paceline/contract';
import { formatInstant } from '../../lib/text/format.ts';
import classes from './campaign-status.module.css';

const isStatus = (code: string): code is SubStatus => Object.hasOwn(CAMPAIGN_STATUSES, code);
export const statusLabel = (code: string): string => (isStatus(code) ? CAMPAIGN_STATUSES[code].label : code);

/** The status's reasons and its next scheduled change, as one text. */
export const statusWords = (
  { statusReasons, nextChangeAt }: { statusReasons: readonly StatusReason[]; nextChangeAt: string | null },
  timeZone: string,
): string =>
  [
    ...statusReasons.map(({ message }) => message),
    ...(nextChangeAt ? [`Next change: ${formatInstant(nextChangeAt, timeZone)}.`] : []),
  ].join(' ');

/** A campaign's status in words, with a coloured mark. */
export const StatusBadge = ({ code }: { code: string }) => (
  <span className={classes.badge} data-colour={isStatus(code) ? CAMPAIGN_STATUSES[code].colour : 'grey'}>
    <Text component="span" inherit truncate>
      {statusLabel(code)}
    </Text>
  </span>
);

import { Button, Group, Text } from '@mantine/core';
import { type BillingMonthState, MONTH_STATES, type UserGroup } from '@paceline/contract';
import { useState } from 'react';
import { formatDollars } from '../../lib/text/format.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { isOver, monthText, STATE_TONES, stateNote } from './prepare-billing.ts';

const CloseDialog = lazyDialog(async () => (await import('./close-dialog.tsx')).CloseDialog);
const ReopenDialog = lazyDialog(async () => (await import('./reopen-dialog.tsx')).ReopenDialog);

interface MonthStateProps {
  state: BillingMonthState;
  totalDue: number | null;
  /** Amount expected for leads that are valid but not yet delivered. */
  expected: number | null;
  ownerKey: number;
  timeZone: string;
  today: string;
  now: Date;
  group: UserGroup;
}

const DUE: Readonly<Record<UserGroup, string>> = {
  ag: 'due from clients',
  mp: 'due to you',
  cl: 'due from you',
};

/** The month's state and closing date; for the agency, the button to close or reopen it. */
export const MonthState = ({ state, totalDue, expected, ownerKey, timeZone, today, now, group }: MonthStateProps) => {
  const isAgency = group === 'ag';
  const mayReopen = useMay('admin:Settings');
  const [shown, setShown] = useState<'close' | 'reopen' | null>(null);
  const month = monthText(state.month);
  const { status } = state;
  const close = () => setShown(null);
  return (
    <>
      <Group gap="6px 12px" mb={12} fz="sm">
        <strong>{`${month}: ${formatDollars(totalDue)} ${DUE[group]}`}</strong>
        {expected !== null && expected !== 0 && (
          <span>{`${formatDollars(expected)} expected of leads that are not delivered yet`}</span>
        )}
        <StatusMark tone={STATE_TONES[status]}>{MONTH_STATES[status]}</StatusMark>
        <Text span size="sm" c="dimmed">
          {stateNote(state, now, timeZone)}
        </Text>
        {isAgency && status !== 'CLOSED' && isOver(state, today) && (
          <Button size="compact-sm" onClick={() => setShown('close')}>{`Close ${month}`}</Button>
        )}
        {isAgency && mayReopen && status === 'CLOSED' && (
          <Button size="compact-sm" variant="default" onClick={() => setShown('reopen')}>
            Reopen month
          </Button>
        )}
      </Group>
      <CloseDialog
        isOpen={shown === 'close'}
        ownerKey={ownerKey}
        month={state.month}
        timeZone={timeZone}
        onClose={close}
      />
      <ReopenDialog isOpen={shown === 'reopen'} ownerKey={ownerKey} month={state.month} onClose={close} />
    </>
  );
};

import { Box, Button, Modal, Stack, Textarea } from '@mantine/core';
import { billableClose, type CallResponse, type billableChecklist, MONTH_STATES } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatDollars, formatInstant } from '../../lib/text/format.ts';
import { hrefOf } from '../../lib/address/paths.ts';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { checklistQuery, useBillingChange } from './api.ts';
import { checklistPath, monthText } from './prepare-billing.ts';

type Checklist = CallResponse<typeof billableChecklist>;

interface CloseDialogProps {
  isOpen: boolean;
  ownerKey: number;
  month: string;
  timeZone: string;
  onClose: () => void;
}

const Items = ({ items, month, ownerKey }: Pick<Checklist, 'items'> & { month: string; ownerKey: number }) => (
  <PlainList gap={8} fz="sm" aria-label="Checklist">
    {items.map(({ item, isDone, text }) => {
      const path = checklistPath(item, month, ownerKey);
      return (
        <li key={item}>
          <StatusMark tone={isDone ? 'good' : 'warn'}>{isDone ? 'Done' : 'Open'}</StatusMark>{' '}
          {isDone || path === null ? text : <a href={hrefOf(path)}>{text}</a>}
        </li>
      );
    })}
  </PlainList>
);

/** Closes a month: open items, totals and what becomes final are shown first. */
export const CloseDialog = ({ isOpen, ownerKey, month, timeZone, onClose }: CloseDialogProps) => {
  const checklist = useQuery({ ...checklistQuery(ownerKey, month), enabled: isOpen });
  const [note, setNote] = useState('');
  const name = monthText(month);
  const { mutate, isPending } = useBillingChange(billableClose, () => {
    toast.success(`${name} is closed.`);
    onClose();
  });
  return (
    <Modal opened={isOpen} onClose={onClose} title={<strong>{`Close ${name}`}</strong>} centered size={560}>
      <Loaded query={checklist} what="checklist" lines={6}>
        {({ month: state, items, total, lines, history }) => (
          <Stack gap={10}>
            <Items items={items} month={month} ownerKey={ownerKey} />
            <Facts
              facts={[
                ['Lines', formatCount(lines)],
                ['Billable leads', formatCount(total.billableLeads ?? 0)],
                ['Amount', formatDollars(total.amount ?? 0)],
                ['Platform client cost', formatDollars(total.platformClientCost ?? 0)],
                ['Prior-month adjustments', formatDollars(total.priorMonthAdjustments ?? 0)],
                ['Total due', formatDollars(total.totalDue ?? 0)],
                ['Margin', total.margin == null ? null : formatDollars(total.margin)],
              ]}
            />
            <Note>
              These lines do not change after closing. Later returns, corrections and differences are billed in the
              month they are decided.
            </Note>
            {history.length > 0 && (
              <PlainList gap={8} fz="sm" aria-label="History of the month">
                {history.map(({ at, to, reason, by }) => (
                  <Box key={at} component="li" fz="sm" c="dimmed">
                    {`${MONTH_STATES[to]} ${formatInstant(at, timeZone)}${by === null ? '' : `, ${by}`}${reason === '' ? '' : `: ${reason}`}`}
                  </Box>
                ))}
              </PlainList>
            )}
            <Textarea
              label="Note"
              maxLength={500}
              autosize
              minRows={2}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <ButtonRow mt={8}>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                loading={isPending}
                onClick={() => mutate({ ownerKey, month, status: state.status, note })}
              >{`Close ${name}`}</Button>
            </ButtonRow>
          </Stack>
        )}
      </Loaded>
    </Modal>
  );
};

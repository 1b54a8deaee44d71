import { Button, Group, Modal, NativeSelect, Title } from '@mantine/core';
import {
  MAX_PAYMENT_NOTE,
  type Statement,
  statementCredit,
  type StatementPayment,
  statementPaymentReverse,
  statementWriteOff,
} from '@paceline/contract';
import { useState } from 'react';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { formatDay, formatDollars } from '../../../lib/text/format.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';
import { ReasonForm } from '../../../ui/dialogs/reason-form.tsx';
import table from '../../../ui/lists/plain-table.module.css';
import { Note } from '../../../ui/pieces/note.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import classes from '../billing.module.css';
import { useStatementChange } from './api.ts';
import { PaymentForm } from './payment-form.tsx';
import { paymentText } from './prepare-payments.ts';

type PaymentDialog =
  | { kind: 'pay' }
  | { kind: 'writeOff' }
  | { kind: 'takeBack' }
  | { kind: 'reverse'; payment: StatementPayment };

const Rows = ({
  payments,
  onReverse,
}: {
  payments: readonly StatementPayment[];
  onReverse: ((payment: StatementPayment) => void) | null;
}) => (
  <table className={table.table} aria-label="Payments">
    <TableHead of={['Date', 'What', 'Amount']}>
      {onReverse !== null && <th scope="col" aria-label="Actions" />}
    </TableHead>
    <tbody>
      {payments.map((payment) => (
        <tr key={payment.paymentKey}>
          <td data-label="Date">{formatDay(payment.paidOn)}</td>
          <td data-label="What">
            {paymentText(payment)}
            <span className={table.detail}>{[payment.by, payment.note].filter(Boolean).join(': ')}</span>
          </td>
          <td className={classes.number} data-label="Amount">
            {formatDollars(payment.amount)}
          </td>
          {onReverse !== null && (
            <td className={table.actions}>
              {payment.kind !== 'REVERSAL' && !payment.isReversed && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Reverse ${payment.reference}`}
                  onClick={() => onReverse(payment)}
                >
                  Reverse
                </Button>
              )}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
);

const Credit = ({ statement }: { statement: Statement }) => {
  const { creditable } = statement;
  const [against, setAgainst] = useState(String(creditable[0]?.statementKey ?? ''));
  const { mutate, isPending } = useStatementChange(statementCredit, statement, () => toast.success('Credit used.'));
  if (creditable.length === 0) return null;
  return (
    <Group gap={8} align="flex-end">
      <NativeSelect
        size="xs"
        label="Use this credit for"
        data={creditable.map(({ statementKey, number, open }) => ({
          value: String(statementKey),
          label: `${number}, ${formatDollars(open)} open`,
        }))}
        value={against}
        onChange={({ currentTarget }) => setAgainst(currentTarget.value)}
      />
      <Button
        size="xs"
        variant="default"
        loading={isPending}
        onClick={() => mutate({ body: { against: Number(against) } }, { onError: tellFailure })}
      >
        Use credit
      </Button>
    </Group>
  );
};

const Dialogs = ({
  statement,
  dialog,
  onClose,
}: {
  statement: Statement;
  dialog: PaymentDialog;
  onClose: () => void;
}) => {
  const done = (text: string) => () => {
    toast.success(text);
    onClose();
  };
  const reverse = useStatementChange(statementPaymentReverse, statement, done('Reversed.'));
  const writeOff = useStatementChange(
    statementWriteOff,
    statement,
    done(dialog.kind === 'writeOff' ? 'Written off.' : 'Write-off taken back.'),
  );
  const form = { maxLength: MAX_PAYMENT_NOTE, isPending: reverse.isPending || writeOff.isPending };
  const failed = { onError: tellFailure };
  const titles = {
    pay: `Note a payment of ${statement.number}`,
    writeOff: `Write off ${statement.number}`,
    takeBack: `Take back the write-off of ${statement.number}`,
    reverse: dialog.kind === 'reverse' ? `Reverse ${dialog.payment.reference}` : '',
  };
  return (
    <Modal opened onClose={onClose} title={<strong>{titles[dialog.kind]}</strong>} centered size={440}>
      {dialog.kind === 'pay' && <PaymentForm statement={statement} onDone={done('Payment noted.')} />}
      {dialog.kind === 'reverse' && (
        <ReasonForm
          {...form}
          text={`A line of ${formatDollars(-dialog.payment.amount)} is posted; the payment stays in the list.`}
          label="Post reversing line"
          onReason={(reason) => reverse.mutate({ paymentKey: dialog.payment.paymentKey, body: { reason } }, failed)}
        />
      )}
      {(dialog.kind === 'writeOff' || dialog.kind === 'takeBack') && (
        <ReasonForm
          {...form}
          text={
            dialog.kind === 'writeOff'
              ? `${formatDollars(statement.open)} is no longer expected. The document does not change.`
              : 'What was written off is open again.'
          }
          label={dialog.kind === 'writeOff' ? 'Write off' : 'Take back'}
          onReason={(reason) => writeOff.mutate({ body: { isWrittenOff: dialog.kind === 'writeOff', reason } }, failed)}
        />
      )}
    </Modal>
  );
};

/** Payments and credits of a statement; the agency notes and reverses them. */
export const StatementPayments = ({ statement }: { statement: Statement }) => {
  const [dialog, setDialog] = useState<PaymentDialog | null>(null);
  const isAgency = groupOfSession() === 'ag';
  const { payments, open, state, total } = statement;
  const isWrittenOff = state === 'WRITTEN_OFF';
  return (
    <section aria-label="Payments of this statement">
      <Title order={3} mt={16} mb={4} fz="md">
        Payments
      </Title>
      {payments.length === 0 ? (
        <Note>None yet.</Note>
      ) : (
        <Rows payments={payments} onReverse={isAgency ? (payment) => setDialog({ kind: 'reverse', payment }) : null} />
      )}
      {isAgency && (
        <Group gap={8} mt={10} align="flex-end">
          {open !== 0 && (
            <Button size="xs" onClick={() => setDialog({ kind: 'pay' })}>
              {total < 0 ? 'Note a refund' : 'Note a payment'}
            </Button>
          )}
          {open !== 0 && (
            <Button size="xs" variant="default" onClick={() => setDialog({ kind: 'writeOff' })}>
              Write off
            </Button>
          )}
          {isWrittenOff && (
            <Button size="xs" variant="default" onClick={() => setDialog({ kind: 'takeBack' })}>
              Take back the write-off
            </Button>
          )}
          <Credit key={statement.open} statement={statement} />
        </Group>
      )}
      {dialog !== null && <Dialogs statement={statement} dialog={dialog} onClose={() => setDialog(null)} />}
    </section>
  );
};

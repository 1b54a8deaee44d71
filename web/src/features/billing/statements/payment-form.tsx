import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { MAX_PAYMENT, MAX_PAYMENT_NOTE, MAX_REFERENCE, type Statement, statementPay } from '@paceline/contract';
import { type FormEvent, useState } from 'react';
import { localZone, todayIn } from '../../../lib/text/format.ts';
import { toApiError } from '../../../shared/import-dialog/import-api.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { useStatementChange } from './api.ts';
import { type PaymentErrors, paymentErrors, type PaymentValues } from './prepare-payments.ts';

/** Notes one payment. It begins with all that is open. */
export const PaymentForm = ({ statement, onDone }: { statement: Statement; onDone: () => void }) => {
  const [today] = useState(() => todayIn(localZone(), new Date()));
  const [values, setValues] = useState<PaymentValues>({
    paidOn: today,
    amount: Math.abs(statement.open),
    reference: '',
    note: '',
  });
  const [errors, setErrors] = useState<PaymentErrors>({});
  const { mutate, isPending, error } = useStatementChange(statementPay, statement, onDone);
  const set = (change: Partial<PaymentValues>) => setValues((now) => ({ ...now, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problems = paymentErrors(values, statement.open, today);
    setErrors(problems);
    if (Object.keys(problems).length === 0) mutate({ body: { ...values, amount: Number(values.amount) } });
  };
  return (
    <FormStack gap={12} noValidate onSubmit={submit}>
      <FormFailure failure={error && { message: error.message, requestId: toApiError(error).requestId }} />
      <TextInput
        type="date"
        label="Date"
        required
        max={today}
        value={values.paidOn}
        error={errors.paidOn}
        onChange={({ currentTarget }) => set({ paidOn: currentTarget.value })}
      />
      <NumberInput
        label="Amount"
        required
        data-autofocus
        prefix="$"
        thousandSeparator=","
        decimalScale={2}
        fixedDecimalScale
        min={0}
        max={MAX_PAYMENT}
        clampBehavior="none"
        hideControls
        value={values.amount}
        error={errors.amount}
        onChange={(amount) => set({ amount })}
      />
      <TextInput
        label="Reference"
        description="Of the transfer or check. The same reference is noted once."
        required
        maxLength={MAX_REFERENCE}
        autoComplete="off"
        value={values.reference}
        error={errors.reference}
        onChange={({ currentTarget }) => set({ reference: currentTarget.value })}
      />
      <Textarea
        label="Note"
        description="Only the agency sees it."
        maxLength={MAX_PAYMENT_NOTE}
        autosize
        minRows={2}
        value={values.note}
        onChange={({ currentTarget }) => set({ note: currentTarget.value })}
      />
      <ButtonRow mt={4}>
        <Button type="submit" loading={isPending}>
          Note payment
        </Button>
      </ButtonRow>
    </FormStack>
  );
};

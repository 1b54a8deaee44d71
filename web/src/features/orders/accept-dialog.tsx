import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import {
  answerProblem,
  ioCount,
  ioDollars,
  ioInquiries,
  ioMonth,
  type IoCard,
  type IoSigner,
  ioTitle,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { partnerOrderHref } from '../../shared/waiting-orders.ts';
import { FormStack } from '../../ui/forms/form-stack.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { orderQuery, useAcceptOrders } from './api.ts';
import classes from './orders.module.css';
import { agreedText, canAccept } from './prepare-orders.ts';
import { SignerFields } from './signer-fields.tsx';

type Waiting = IoCard & { ioKey: number };

interface FormProps {
  orders: readonly Waiting[];
  ownerName: ((ownerKey: number) => string) | null;
  first: IoSigner | null;
  onClose: () => void;
}

const AcceptForm = ({ orders, ownerName, first, onClose }: FormProps) => {
  const [chosen, setChosen] = useState(() => orders.map(({ ioKey }) => String(ioKey)));
  const [signer, setSigner] = useState(first ?? { name: '', title: '' });
  const [problem, setProblem] = useState<ReturnType<typeof answerProblem>>(null);
  const { mutate, isPending } = useAcceptOrders(({ accepted, refused }) => {
    if (accepted > 0) toast.success(accepted === 1 ? '1 order accepted.' : `${ioCount(accepted)} orders accepted.`);
    for (const { number, message } of refused) toast.error({ message: `${number}: ${message}` });
    onClose();
  });
  const wanted = orders.filter(({ ioKey }) => chosen.includes(String(ioKey)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const form = {
      answer: 'ACCEPTED',
      note: '',
      lines: [],
      signerName: signer.name.trim(),
      signerTitle: signer.title.trim(),
    } as const;
    const formProblem = answerProblem({ ...form, lines: [] });
    setProblem(formProblem);
    if (formProblem === null) mutate({ orders: wanted, form: { ...form, lines: [] } });
  };
  return (
    <FormStack onSubmit={submit} noValidate aria-label="Accept orders">
      <Checkbox.Group label="Orders" value={chosen} onChange={setChosen}>
        <div className={classes.checks}>
          {orders.map((order) => (
            <Checkbox
              key={order.ioKey}
              value={String(order.ioKey)}
              label={`${order.clientName}, ${ioMonth(order.month)}: ${ioInquiries(order.units)}${order.prices === null ? '' : ` at ${order.prices}`}, ${ioDollars(order.amount)}`}
              description={
                <>
                  {ownerName && `${ownerName(order.ownerKey)}, `}
                  <a href={partnerOrderHref(order)} target="_blank" rel="noreferrer">
                    {ioTitle(order)}
                  </a>
                </>
              }
            />
          ))}
        </div>
      </Checkbox.Group>
      <Text inherit fz="sm">
        {agreedText(wanted)}
      </Text>
      <SignerFields signer={signer} onSigner={setSigner} problem={problem} />
      <Group gap="8px 12px" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending} disabled={wanted.length === 0}>
          Accept and sign
        </Button>
      </Group>
    </FormStack>
  );
};

interface AcceptDialogProps extends Pick<FormProps, 'ownerName' | 'onClose'> {
  orders: readonly IoCard[];
}

/** Accepts several orders, signed once. */
export const AcceptDialog = ({ orders, ...rest }: AcceptDialogProps) => {
  // Those of the moment at which it was opened: an answered order does not leave the list under the reader.
  const [waiting] = useState(() => orders.filter(canAccept));
  const [order] = waiting;
  const query = useQuery({ ...orderQuery(order?.ownerKey ?? 0, order?.ioKey ?? 0), enabled: order !== undefined });
  return (
    <Modal opened onClose={rest.onClose} title={<strong>Accept orders</strong>} centered size={640}>
      <Stack gap={12}>
        <Loaded query={query} what="orders" lines={5}>
          {({ signer }) => <AcceptForm orders={waiting} first={signer} {...rest} />}
        </Loaded>
      </Stack>
    </Modal>
  );
};

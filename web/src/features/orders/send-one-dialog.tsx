import { Button, Checkbox, Group, Modal, Textarea } from '@mantine/core';
import { IO_LIMITS, type IoAgencyOrder, ioMonth, ioSend } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FormStack } from '../../ui/forms/form-stack.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { recipientsQuery, useOrderChange } from './api.ts';
import classes from './orders.module.css';
import { SenderTitle } from './sender-title.tsx';

const mailsSent = (mails: number): string =>
  mails === 1 ? '1 mail is on its way.' : `${mails} mails are on their way.`;

/** Sends an order, its amendment, or the same version again to contacts of its partner. */
export const SendOneDialog = ({ order, onClose }: { order: IoAgencyOrder; onClose: () => void }) => {
  const { ownerKey: owner, ioKey } = order;
  const recipients = useQuery(recipientsQuery(owner));
  const [chosen, setChosen] = useState<string[] | null>(null);
  const [message, setMessage] = useState('');
  const [title, setTitle] = useState<string | null>(null);
  const { mutate, isPending } = useOrderChange(ioSend, ({ mails, skipped }) => {
    if (mails > 0) toast.success(mailsSent(mails));
    for (const { reason } of skipped) toast.error({ message: reason });
    onClose();
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <strong>
          {order.number === null ? `Send order for ${ioMonth(order.month)}` : `Send ${order.number} again`}
        </strong>
      }
      centered
      size={520}
    >
      <Loaded query={recipients} what="contacts" lines={4}>
        {({ contacts: all, signer }) => {
          const contacts = all.filter(({ partnerKey }) => partnerKey === order.partnerKey);
          const first = contacts
            .filter(({ wantsOrders }) => wantsOrders)
            .map((one) => String(one.emailNotificationKey));
          const keys = chosen ?? first;
          const submit = (event: FormEvent) => {
            event.preventDefault();
            const signerTitle = title ?? signer.title;
            const body = { emailNotificationKeys: keys.map(Number), customMessage: message, signerTitle };
            mutate({ params: { owner, ioKey }, body });
          };
          return (
            <FormStack onSubmit={submit}>
              <Checkbox.Group label={`Contacts of ${order.partnerName}`} value={keys} onChange={setChosen}>
                <div className={classes.checks}>
                  {contacts.map(({ emailNotificationKey, name, email }) => (
                    <Checkbox
                      key={emailNotificationKey}
                      value={String(emailNotificationKey)}
                      label={`${name}, ${email}`}
                    />
                  ))}
                </div>
              </Checkbox.Group>
              {contacts.length === 0 && <p className={classes.dim}>This partner has no contacts.</p>}
              <Textarea
                label="Message"
                autosize
                minRows={3}
                maxLength={IO_LIMITS.message}
                value={message}
                onChange={({ currentTarget: { value } }) => setMessage(value)}
              />
              {order.sentAt === null && (
                <SenderTitle name={signer.name} title={title ?? signer.title} onTitle={setTitle} />
              )}
              <Group gap="8px 12px" justify="flex-end">
                <Button variant="default" onClick={onClose}>
                  Cancel
                </Button>
                <Button type="submit" loading={isPending} disabled={keys.length === 0}>
                  Send
                </Button>
              </Group>
            </FormStack>
          );
        }}
      </Loaded>
    </Modal>
  );
};

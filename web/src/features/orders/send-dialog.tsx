import { Button, Checkbox, Group, Modal, Stack, Textarea } from '@mantine/core';
import {
  type CallResponse,
  IO_LIMITS,
  ioCount,
  ioDollars,
  ioInquiries,
  ioMonth,
  ioNextMonthEmail,
  type ioRecipientList,
  NO_IO_NUMBER,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormStack } from '../../ui/forms/form-stack.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { previewQuery, recipientsQuery, useOrderChange } from './api.ts';
import classes from './orders.module.css';
import { changesText } from './prepare-orders.ts';
import { SenderTitle } from './sender-title.tsx';

type Recipients = CallResponse<typeof ioRecipientList>;
interface Form {
  clientKeys: number[];
  emailNotificationKeys: number[];
  customMessage: string;
  signerTitle: string;
}

const texts = (keys: readonly number[]): string[] => keys.map(String);

interface ChooseProps {
  recipients: Recipients;
  form: Form;
  onForm: (form: Form) => void;
  onNext: () => void;
}

/** Chooses clients, contacts and the message. */
const Choose = ({ recipients: { clients, contacts, signer }, form, onForm, onNext }: ChooseProps) => {
  const shown = contacts.filter(({ clientKeys }) => clientKeys.some((key) => form.clientKeys.includes(key)));
  const partners = Map.groupBy(shown, ({ partnerName }) => partnerName);
  const offered = new Set(shown.map(({ emailNotificationKey }) => emailNotificationKey));
  const isReady = form.clientKeys.length > 0 && form.emailNotificationKeys.some((key) => offered.has(key));
  return (
    <FormStack
      onSubmit={(event) => {
        event.preventDefault();
        onForm({ ...form, emailNotificationKeys: form.emailNotificationKeys.filter((key) => offered.has(key)) });
        onNext();
      }}
    >
      <Checkbox.Group
        label="Clients"
        value={texts(form.clientKeys)}
        onChange={(keys) => onForm({ ...form, clientKeys: keys.map(Number) })}
      >
        <div className={classes.checks}>
          {clients.map(({ clientKey, clientName }) => (
            <Checkbox key={clientKey} value={String(clientKey)} label={clientName} />
          ))}
        </div>
      </Checkbox.Group>
      <Group gap="8px 12px" justify="flex-end">
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            onForm({ ...form, emailNotificationKeys: shown.map(({ emailNotificationKey }) => emailNotificationKey) })
          }
        >
          Choose every contact
        </Button>
        <Button size="xs" variant="default" onClick={() => onForm({ ...form, emailNotificationKeys: [] })}>
          Choose no contact
        </Button>
      </Group>
      <Checkbox.Group
        label="Contacts"
        value={texts(form.emailNotificationKeys)}
        onChange={(keys) => onForm({ ...form, emailNotificationKeys: keys.map(Number) })}
      >
        <Stack gap={10} p={2} mah={280} style={{ overflowY: 'auto' }}>
          {[...partners].map(([partnerName, own]) => (
            <fieldset key={partnerName} className={classes.checks}>
              <legend>{partnerName}</legend>
              {own.map(({ emailNotificationKey, name, email }) => (
                <Checkbox key={emailNotificationKey} value={String(emailNotificationKey)} label={`${name}, ${email}`} />
              ))}
            </fieldset>
          ))}
        </Stack>
      </Checkbox.Group>
      <Textarea
        label="Message"
        autosize
        minRows={3}
        maxLength={IO_LIMITS.message}
        value={form.customMessage}
        onChange={({ currentTarget: { value } }) => onForm({ ...form, customMessage: value })}
      />
      <SenderTitle
        name={signer.name}
        title={form.signerTitle}
        onTitle={(signerTitle) => onForm({ ...form, signerTitle })}
      />
      <Group gap="8px 12px" justify="flex-end">
        {!isReady && <span className={classes.dim}>Select at least one client and one contact.</span>}
        <Button type="submit" disabled={!isReady}>
          Preview
        </Button>
      </Group>
    </FormStack>
  );
};

interface PreviewProps {
  ownerKey: number;
  form: Form;
  onBack: () => void;
  onClose: () => void;
}

/** Preview of all orders to send, their recipients, and what is left out. */
const Preview = ({ ownerKey: owner, form, onBack, onClose }: PreviewProps) => {
  const preview = useQuery(previewQuery(owner, form));
  const { mutate, isPending } = useOrderChange(ioNextMonthEmail, ({ mails, orders }) => {
    toast.success(`${ioCount(orders.length)} orders, ${ioCount(mails)} mails on their way.`);
    onClose();
  });
  return (
    <Loaded query={preview} what="preview" lines={6}>
      {({ orders, skipped, mails }) => (
        <Stack gap={14}>
          <ul className={classes.notes} aria-label="Orders to send">
            {orders.map(({ number, partnerKey, clientKey, subject, units, amount, changes, recipients }) => (
              <li key={`${partnerKey} ${clientKey}`}>
                <strong>{subject}</strong>
                <br />
                {number ?? NO_IO_NUMBER}: {ioInquiries(units)}, {ioDollars(amount)}
                {changes > 0 && `, ${changesText(changes)}`}
                <br />
                <span className={classes.dim}>
                  To {recipients.map(({ name, email }) => `${name} (${email})`).join(', ')}
                </span>
              </li>
            ))}
          </ul>
          {orders.length === 0 && <p className={classes.dim}>There is nothing to send.</p>}
          {skipped.length > 0 && (
            <>
              <strong>Left out</strong>
              <ul className={classes.notes} aria-label="Left out">
                {skipped.map(({ partnerName, clientName, reason }) => (
                  <li key={`${partnerName} ${clientName} ${reason}`}>
                    {partnerName}
                    {clientName !== null && `, ${clientName}`}: {reason}
                  </li>
                ))}
              </ul>
            </>
          )}
          <Group gap="8px 12px" justify="flex-end">
            <Button variant="default" onClick={onBack}>
              Back
            </Button>
            <Button
              loading={isPending}
              disabled={mails === 0}
              onClick={() => mutate({ params: { owner }, body: form })}
            >
              {`Send ${ioCount(mails)} ${mails === 1 ? 'mail' : 'mails'}`}
            </Button>
          </Group>
        </Stack>
      )}
    </Loaded>
  );
};

const Steps = ({
  ownerKey,
  recipients,
  onClose,
}: {
  ownerKey: number;
  recipients: Recipients;
  onClose: () => void;
}) => {
  const [form, setForm] = useState<Form>(() => ({
    clientKeys: recipients.clients.map(({ clientKey }) => clientKey),
    emailNotificationKeys: recipients.contacts
      .filter(({ wantsOrders }) => wantsOrders)
      .map(({ emailNotificationKey }) => emailNotificationKey),
    customMessage: '',
    signerTitle: recipients.signer.title,
  }));
  const [isPreview, setPreview] = useState(false);
  return isPreview ? (
    <Preview ownerKey={ownerKey} form={form} onBack={() => setPreview(false)} onClose={onClose} />
  ) : (
    <Choose recipients={recipients} form={form} onForm={setForm} onNext={() => setPreview(true)} />
  );
};

/** Sends next month's orders: recipients, preview, send. */
export const SendDialog = ({ ownerKey, month, onClose }: { ownerKey: number; month: string; onClose: () => void }) => {
  const recipients = useQuery(recipientsQuery(ownerKey));
  return (
    <Modal opened onClose={onClose} title={<strong>{`Send orders for ${ioMonth(month)}`}</strong>} centered size={640}>
      <Loaded query={recipients} what="contacts" lines={8}>
        {(data) => <Steps ownerKey={ownerKey} recipients={data} onClose={onClose} />}
      </Loaded>
    </Modal>
  );
};

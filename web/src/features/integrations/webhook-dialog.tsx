import { Checkbox, TextInput } from '@mantine/core';
import {
  isEventFor,
  type Webhook,
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  webhookFormSchema,
  webhookList,
  webhookSave,
} from '@paceline/contract';
import { useState } from 'react';
import { groupOfSession, useSession } from '../../lib/session/session-store.ts';
import { FormDialog, useFieldErrors } from '../../shared/form/form-dialog.tsx';
import { schemaProblems, sortRefusal } from '../../shared/form/prepare-refusal.ts';
import { Columns } from '../../ui/pieces/columns.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { PickList } from '../../ui/forms/pick-list.tsx';
import { useIntegrationChange } from './api.ts';

interface WebhookDialogProps {
  /** Null for a new one. */
  webhook: Webhook | null;
  ownerKey: number;
  onSaved: (secret: string | null) => void;
  onClose: () => void;
}

const FIELDS = ['name', 'url', 'events', 'ownerKeys'];
const isEvent = (name: string): name is WebhookEvent => name in WEBHOOK_EVENTS;

/** A webhook's address, events and owners. */
export const WebhookDialog = ({ webhook, ownerKey, onSaved, onClose }: WebhookDialogProps) => {
  const owners = useSession((state) => state.owners) ?? [];
  const group = webhook?.group ?? (groupOfSession() === 'cl' ? 'cl' : 'ag');
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState(webhook?.url ?? 'https://');
  const [events, setEvents] = useState<WebhookEvent[]>(webhook?.events.filter(isEvent) ?? ['lead.status']);
  const [ownerKeys, setOwnerKeys] = useState<number[]>(webhook?.ownerKeys ?? [ownerKey]);
  const { errors, show } = useFieldErrors();
  const save = useIntegrationChange(
    webhookSave,
    [webhookList],
    ({ secret }) => onSaved(secret),
    (error) => {
      const { failure, problems, isOfFields } = sortRefusal(error, (field) => (FIELDS.includes(field) ? field : null));
      show(problems, isOfFields ? '' : failure.message);
    },
  );
  const submit = () => {
    const { webhookKey = null, rowVersion = null } = webhook ?? {};
    const body = { webhookKey, rowVersion, name, url: url.trim(), events, ownerKeys };
    const problems = schemaProblems(webhookFormSchema, body);
    show(problems);
    if (problems.length === 0) save.mutate(body);
  };
  return (
    <FormDialog
      title={webhook ? `Edit ${webhook.name}` : 'New webhook'}
      size={560}
      failure={errors['form']}
      submit={webhook ? 'Save' : 'Create webhook'}
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        value={name}
        error={errors['name']}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Address"
        description="An https address of the public internet; redirects are not followed"
        value={url}
        error={errors['url']}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Checkbox.Group
        label="Events"
        value={events}
        error={errors['events']}
        onChange={(names) => setEvents(names.filter(isEvent))}
      >
        <Columns min={200} gap={8} mt={6}>
          {WEBHOOK_EVENT_NAMES.filter((one) => isEventFor(one, group)).map((one) => (
            <Checkbox key={one} size="xs" value={one} label={WEBHOOK_EVENTS[one]} description={one} />
          ))}
        </Columns>
      </Checkbox.Group>
      {owners.length > 1 && (
        <PickList
          label="Owners"
          items={owners.map((owner) => ({ key: owner.ownerKey, label: owner.name }))}
          chosen={ownerKeys}
          noneMeans="None selected"
          error={errors['ownerKeys']}
          onChange={setOwnerKeys}
        />
      )}
      <Note size="xs">
        Events carry keys and statuses, no personal data and no prices. They follow your own access: if you lose an
        owner or your account, nothing more is sent.
      </Note>
    </FormDialog>
  );
};

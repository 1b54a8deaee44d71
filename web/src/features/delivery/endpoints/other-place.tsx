import { Box, Button, NativeSelect, TextInput } from '@mantine/core';
import { BATCH_MINUTES, type DeliveryEndpointRecord, MAIL_ATTACHMENTS } from '@paceline/contract';
import { Note } from '../../../ui/pieces/note.tsx';
import { useForgetHostKey } from './api.ts';
import { type EndpointFormApi, everyText, movedTo } from './prepare-endpoint.ts';
import { useSettings } from './use-settings.ts';

interface PlaceProps {
  form: EndpointFormApi;
  stored: DeliveryEndpointRecord | null;
  ownerKey: number;
}

const MailPlace = ({ form }: Pick<PlaceProps, 'form'>) => {
  const { settings, set, box } = useSettings(form);
  const { mail } = settings;
  return (
    <>
      <TextInput
        style={{ gridColumn: '1 / -1' }}
        label="Recipients"
        description="One email per lead, from this installation’s mail server. Up to ten addresses, separated by commas."
        inputMode="email"
        autoComplete="off"
        value={settings.url.replace(/^mailto:/, '')}
        {...box('settings.url')}
        onChange={(event) => set('url', `mailto:${event.currentTarget.value}`)}
      />
      <TextInput
        style={{ gridColumn: '1 / -1' }}
        label="Test recipients"
        description="Who gets test leads. Empty: the recipients above."
        inputMode="email"
        autoComplete="off"
        value={settings.testUrl?.replace(/^mailto:/, '') ?? ''}
        {...box('settings.testUrl')}
        onChange={(event) =>
          set('testUrl', event.currentTarget.value === '' ? null : `mailto:${event.currentTarget.value}`)
        }
      />
      <TextInput
        label="Subject"
        description="Fields in braces, as in the field map"
        autoComplete="off"
        value={mail.subject}
        {...box('settings.mail.subject')}
        onChange={(event) => set('mail', { ...mail, subject: event.currentTarget.value })}
      />
      <NativeSelect
        label="Attachment"
        description="The field map as a file beside the text"
        data={Object.entries(MAIL_ATTACHMENTS).map(([value, label]) => ({ value, label }))}
        value={mail.attachment}
        {...box('settings.mail.attachment')}
        onChange={(event) => set('mail', { ...mail, attachment: event.currentTarget.value as typeof mail.attachment })}
      />
    </>
  );
};

/** The server's host key as first seen: a different one is refused until a user confirms it. */
const HostKey = ({ stored, ownerKey }: Pick<PlaceProps, 'stored' | 'ownerKey'>) => {
  const forget = useForgetHostKey(ownerKey);
  if (stored === null || stored.settings.method !== 'FILE') return null;
  return (
    <Box style={{ gridColumn: '1 / -1' }}>
      <Note my={6}>
        {stored.hostKey === null
          ? 'Host key: none yet. The first one received is trusted and shown here.'
          : `Host key ${stored.hostKey}. Any other key is refused.`}
      </Note>
      {stored.hostKey !== null && (
        <Button
          size="compact-xs"
          variant="default"
          loading={forget.isPending}
          onClick={() => forget.mutate(stored.endpointKey)}
        >
          Forget host key
        </Button>
      )}
    </Box>
  );
};

const FilePlace = ({ form, stored, ownerKey }: PlaceProps) => {
  const { settings, set, replace, box } = useSettings(form);
  const { batch, url } = settings;
  const isFolder = url.startsWith('folder:');
  return (
    <>
      <NativeSelect
        label="Place"
        data={[
          { value: 'sftp://', label: 'SFTP server' },
          { value: 'folder:', label: 'Folder of this installation' },
        ]}
        value={isFolder ? 'folder:' : 'sftp://'}
        onChange={(event) => replace(movedTo(settings, 'FILE', event.currentTarget.value))}
      />
      <TextInput
        label={isFolder ? 'Folder' : 'Address'}
        description={
          isFolder ? 'Inside the installation’s delivery folder' : 'Private and local addresses are refused.'
        }
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={isFolder ? url.slice('folder:'.length) : url}
        {...box('settings.url')}
        onChange={(event) => set('url', `${isFolder ? 'folder:' : ''}${event.currentTarget.value.trim()}`)}
      />
      <TextInput
        label="File name"
        description="{date}, {time} and {number}. Written under a temporary name, then renamed."
        autoComplete="off"
        spellCheck={false}
        value={batch.fileName}
        {...box('settings.batch.fileName')}
        onChange={(event) => set('batch', { ...batch, fileName: event.currentTarget.value.trim() })}
      />
      <NativeSelect
        label="How often"
        description="Counted from midnight in the owner’s time zone. No file where no lead waits."
        data={BATCH_MINUTES.map((minutes) => ({ value: String(minutes), label: everyText(minutes) }))}
        value={String(batch.everyMinutes)}
        {...box('settings.batch.everyMinutes')}
        onChange={(event) =>
          set('batch', {
            ...batch,
            everyMinutes: BATCH_MINUTES.find((minutes) => String(minutes) === event.currentTarget.value) ?? 60,
          })
        }
      />
      {!isFolder && <HostKey stored={stored} ownerKey={ownerKey} />}
    </>
  );
};

/** Destinations other than a web address. */
export const OtherPlace = (props: PlaceProps) =>
  props.form.getValues('settings.method') === 'EMAIL' ? <MailPlace form={props.form} /> : <FilePlace {...props} />;

import { NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import {
  authKindsOf,
  DELIVERY_AUTHS,
  DELIVERY_METHODS,
  type DeliveryAuth,
  type DeliveryEndpointRecord,
  HTTP_METHODS,
} from '@paceline/contract';
import { formatInstant, localZone } from '../../../lib/text/format.ts';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { OtherPlace } from './other-place.tsx';
import { authOf, credentialLoss, type EndpointFormApi, movedTo } from './prepare-endpoint.ts';
import { useSettings } from './use-settings.ts';
import classes from './endpoint.module.css';

const options = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }));

const SECRETS: Readonly<Record<DeliveryAuth['kind'], string>> = {
  NONE: '',
  BASIC: 'Password',
  BEARER: 'Token',
  HEADER: 'Header value',
  OAUTH: 'Client secret',
  KEY: 'Private key',
};

interface TabProps {
  form: EndpointFormApi;
  stored: DeliveryEndpointRecord | null;
}

/** Authentication. Secrets are write-only: the page never receives them. */
const Authentication = ({ form, stored }: TabProps) => {
  const { values, settings, set, setCredential, box } = useSettings(form);
  const { auth } = settings;
  const change = (patch: Partial<DeliveryAuth>) => set('auth', { ...auth, ...patch } as DeliveryAuth);
  const loss = credentialLoss(stored, values);
  const isStored = stored?.credentialSetAt != null && stored.settings.auth.kind === auth.kind && loss === null;
  return (
    <SectionCard title="Authentication">
      <Columns of={2} gap="14px 16px" align="start">
        <NativeSelect
          label="Kind"
          data={authKindsOf(settings.method, settings.url).map((value) => ({ value, label: DELIVERY_AUTHS[value] }))}
          value={auth.kind}
          {...box('settings.auth.kind')}
          onChange={(event) => {
            set('auth', authOf(event.currentTarget.value as DeliveryAuth['kind']));
            setCredential('');
          }}
        />
        {(auth.kind === 'BASIC' || auth.kind === 'KEY') && (
          <TextInput
            label="User name"
            autoComplete="off"
            value={auth.userName}
            {...box('settings.auth.userName')}
            onChange={(event) => change({ userName: event.currentTarget.value })}
          />
        )}
        {auth.kind === 'HEADER' && (
          <TextInput
            label="Header"
            autoComplete="off"
            value={auth.headerName}
            {...box('settings.auth.headerName')}
            onChange={(event) => change({ headerName: event.currentTarget.value })}
          />
        )}
        {auth.kind === 'OAUTH' && (
          <>
            <TextInput
              label="Token address"
              inputMode="url"
              autoComplete="off"
              value={auth.tokenUrl}
              {...box('settings.auth.tokenUrl')}
              onChange={(event) => change({ tokenUrl: event.currentTarget.value })}
            />
            <TextInput
              label="Client ID"
              autoComplete="off"
              value={auth.clientId}
              {...box('settings.auth.clientId')}
              onChange={(event) => change({ clientId: event.currentTarget.value })}
            />
            <TextInput
              label="Scope"
              description="Optional"
              autoComplete="off"
              value={auth.scope}
              {...box('settings.auth.scope')}
              onChange={(event) => change({ scope: event.currentTarget.value })}
            />
          </>
        )}
        {auth.kind !== 'NONE' && (
          <PasswordInput
            label={SECRETS[auth.kind]}
            description={
              isStored
                ? `Set ${formatInstant(stored.credentialSetAt, localZone())}. Leave empty to keep it, or type to replace it.`
                : 'Not set: sending fails until you enter it. Stored encrypted and never shown again.'
            }
            autoComplete="new-password"
            value={values.credential}
            {...box('credential')}
            onChange={(event) => setCredential(event.currentTarget.value)}
          />
        )}
      </Columns>
      {loss !== null && (
        <p className={classes.warning} role="status">
          {loss}
        </p>
      )}
    </SectionCard>
  );
};

const WebPlace = ({ form }: { form: EndpointFormApi }) => {
  const { settings, set, box } = useSettings(form);
  return (
    <>
      <TextInput
        style={{ gridColumn: '1 / -1' }}
        label="Address"
        description="HTTPS and public. Private and local addresses are refused, redirects are not followed."
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={settings.url}
        {...box('settings.url')}
        onChange={(event) => set('url', event.currentTarget.value.trim())}
      />
      <TextInput
        style={{ gridColumn: '1 / -1' }}
        label="Test address"
        description="Where test leads go. Empty: the address above."
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={settings.testUrl ?? ''}
        {...box('settings.testUrl')}
        onChange={(event) => set('testUrl', event.currentTarget.value.trim() || null)}
      />
      <NativeSelect
        label="HTTP method"
        data={[...HTTP_METHODS]}
        value={settings.httpMethod}
        {...box('settings.httpMethod')}
        onChange={(event) => set('httpMethod', event.currentTarget.value as typeof settings.httpMethod)}
      />
    </>
  );
};

export const ConnectionTab = ({ form, stored, ownerKey }: TabProps & { ownerKey: number }) => {
  const { values, settings, set, replace, setName, box } = useSettings(form);
  const isWeb = settings.method !== 'EMAIL' && settings.method !== 'FILE';
  return (
    <Stack gap={16}>
      <SectionCard title="Connection">
        <Columns of={2} gap="14px 16px" align="start">
          <TextInput
            label="Name"
            description="Name shown in stuck leads and emails"
            autoComplete="off"
            value={values.name}
            {...box('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label="Format"
            description="Lead format"
            data={options(DELIVERY_METHODS)}
            value={settings.method}
            {...box('settings.method')}
            onChange={(event) => replace(movedTo(settings, event.currentTarget.value as typeof settings.method))}
          />
          {isWeb ? <WebPlace form={form} /> : <OtherPlace form={form} stored={stored} ownerKey={ownerKey} />}
          <TextInput
            label="Time limit in seconds"
            description="A try without an answer by then counts as failed. At most 30."
            inputMode="numeric"
            autoComplete="off"
            value={Number.isNaN(settings.timeLimitSeconds) ? '' : String(settings.timeLimitSeconds)}
            {...box('settings.timeLimitSeconds')}
            onChange={(event) => {
              const typed = event.currentTarget.value.trim();
              set('timeLimitSeconds', /^\d{1,3}$/.test(typed) ? Number(typed) : Number.NaN);
            }}
          />
        </Columns>
      </SectionCard>
      {authKindsOf(settings.method, settings.url).length > 1 && <Authentication form={form} stored={stored} />}
    </Stack>
  );
};

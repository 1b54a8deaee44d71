import { Button, Tabs } from '@mantine/core';
import type { DeliveryEndpointRecord } from '@paceline/contract';
import { lazy, Suspense, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { RecordForm } from '../../../shared/form/record-form.tsx';
import type { DraftStorage } from '../../../shared/form/use-draft.ts';
import { useRecordForm } from '../../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../../shared/form/use-tab-drafts.ts';
import { toast } from '../../../ui/toast/toast-store.ts';
import { AnswersTab } from './answers-tab.tsx';
import { readEndpoint, useSaveEndpoint } from './api.ts';
import { ConnectionTab } from './connection-tab.tsx';
import { FieldsTab } from './fields-tab.tsx';
import {
  credentialLoss,
  endpointRule,
  type EndpointValues,
  formProblems,
  newValues,
  type Tab,
  TAB_NAMES,
  tabOf,
  TABS,
  valuesOf,
} from './prepare-endpoint.ts';
import { TestTab } from './test-tab.tsx';
import { LeftProblems } from './use-settings.ts';
import classes from './endpoint.module.css';

const HistoryDrawer = lazy(async () => ({ default: (await import('./history-drawer.tsx')).HistoryDrawer }));

/** Drafts stay in the browser, without credentials. */
const withoutCredential = (drafts: DraftStorage<EndpointValues>): DraftStorage<EndpointValues> => ({
  ...drafts,
  write: (content) => drafts.write({ ...content, values: { ...content.values, credential: '' } }),
});

interface EndpointFormProps {
  ownerKey: number;
  clientKey: number;
  campusKey: number | null;
  stored: DeliveryEndpointRecord | null;
  history: { isOpen: boolean; close: () => void };
}

export const EndpointForm = ({ ownerKey, clientKey, campusKey, stored, history }: EndpointFormProps) => {
  const [tab, setTab] = useState<Tab>('connection');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const saveEndpoint = useSaveEndpoint(ownerKey);
  const drafts = useTabDrafts<EndpointValues>(`endpoint.${ownerKey}.${clientKey}.${campusKey ?? 0}`);
  const state = useRecordForm<EndpointValues, DeliveryEndpointRecord>({
    stored,
    newValues,
    valuesOf,
    versionOf: ({ version }) => version,
    problems: formProblems,
    rule: () => endpointRule,
    savedBy: ({ versions: [newest] }) => ({ by: newest?.savedBy ?? 'Paceline', at: newest?.savedAt ?? null }),
    drafts: withoutCredential(drafts),
    load: ({ endpointKey }) => readEndpoint(ownerKey, endpointKey),
    save: async ({ name, settings, credential }, before) => {
      const saved = await saveEndpoint({
        endpointKey: before?.endpointKey ?? null,
        version: before?.version ?? 0,
        clientKey,
        campusKey,
        name,
        settings,
        credential: credential === '' || settings.auth.kind === 'NONE' ? null : credential,
      });
      if (saved?.isCredentialCleared) toast.success('The stored credential was cleared. Enter it again to send.');
      return saved?.endpoint;
    },
    onSaved: ({ name, version }) => {
      setLeft(new Set());
      toast.success(`${name} is saved as version ${version}.`);
    },
    parts: { current: tab, of: tabOf, open: (part) => setTab(part as Tab) },
  });
  const { form, isDirty, isSaving } = state;
  const values = useWatch({ control: form.control }) as EndpointValues;
  const problems = formProblems(values);
  const shown = new Map(problems.filter(({ path }) => left.has(path)).map(({ path, message }) => [path, message]));
  const loss = credentialLoss(stored, values);
  return (
    <RecordForm
      state={state}
      what="this endpoint"
      note={loss !== null && <span className={classes.warning}>{loss}</span>}
      buttons={
        <>
          <Button variant="default" disabled={!isDirty || isSaving} onClick={() => form.reset()}>
            Discard changes
          </Button>
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            Save
          </Button>
        </>
      }
    >
      <LeftProblems value={shown}>
        <div
          onBlur={({ target }) => {
            if (target instanceof HTMLInputElement && target.name !== '' && !left.has(target.name))
              setLeft(new Set([...left, target.name]));
          }}
        >
          <Tabs value={tab} onChange={(value) => setTab(value as Tab)} keepMounted={false}>
            <Tabs.List className={classes.tabs}>
              {TAB_NAMES.map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {TABS[name]}
                  {problems.some(({ path }) => left.has(path) && tabOf(path) === name) &&
                    name !== 'test' &&
                    ' (errors)'}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="connection">
              <ConnectionTab form={form} stored={stored} ownerKey={ownerKey} />
            </Tabs.Panel>
            <Tabs.Panel value="fields">
              <FieldsTab form={form} />
            </Tabs.Panel>
            <Tabs.Panel value="answers">
              <AnswersTab form={form} />
            </Tabs.Panel>
            <Tabs.Panel value="test">
              <TestTab ownerKey={ownerKey} stored={stored} isDirty={isDirty} />
            </Tabs.Panel>
          </Tabs>
        </div>
      </LeftProblems>
      {stored !== null && history.isOpen && (
        <Suspense fallback={null}>
          <HistoryDrawer
            record={stored}
            isOpen
            onClose={history.close}
            onRestore={({ version, name, settings }) => {
              form.setValue('name', name, { shouldDirty: true });
              form.setValue('settings', settings, { shouldDirty: true });
              history.close();
              toast.success(`Version ${version} is in the form. Save to make it current.`);
            }}
          />
        </Suspense>
      )}
    </RecordForm>
  );
};

import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type PublisherSourceRecord, sourceRecord } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { pathTo } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { fieldOf } from '../../../shared/form/record-field.tsx';
import { RecordForm } from '../../../shared/form/record-form.tsx';
import { useRecordForm } from '../../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../../shared/form/use-tab-drafts.ts';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { choicesQuery, readSource, useSaveSource } from '../api.ts';
import classes from '../publishers.module.css';
import type { PartnerChoice } from '../source-files.tsx';
import { DisclosureDialog } from './disclosure-dialog.tsx';
import { fieldOfSource, type SourceFormValues, sourceParts, sourcesOf } from './prepare-source.ts';
import { PublisherDialog } from './publisher-dialog.tsx';

interface SourceFormProps {
  /** Null for a new one. */
  source: PublisherSourceRecord | null;
  /** The partners a new source can belong to. */
  partners: readonly PartnerChoice[];
  lock: string | null;
}

const Field = fieldOf(sourceRecord);

/** Edits a source: partner, landing pages and consent wordings. */
export const SourceForm = ({ source, partners, lock }: SourceFormProps) => {
  const navigate = useNavigate();
  const save = useSaveSource();
  const [mayCreate, mayUpdate] = [useMay('publishers:Create'), useMay('publishers:Update')];
  const [dialog, setDialog] = useState<'newPublisher' | 'editPublisher' | 'disclosure' | null>(null);
  const [aggregator, setAggregator] = useState(source?.aggregatorKey ?? 0);
  const { data: choices } = useQuery({ ...choicesQuery(aggregator), enabled: aggregator > 0 });
  const publishers = choices?.publishers ?? [];
  const texts = choices?.disclosureTexts ?? [];
  const state = useRecordForm<SourceFormValues, PublisherSourceRecord>({
    ...sourceParts({
      publisherKey: (key) => publishers.find(({ publisherKey }) => String(publisherKey) === key)?.publisherName ?? key,
      disclosureTextKey: (key) => texts.find(({ disclosureTextKey }) => String(disclosureTextKey) === key)?.name ?? key,
    }),
    stored: source,
    savedBy: ({ history: [last] }) => ({ by: last?.by ?? 'Someone', at: last?.at ?? null }),
    pathOf: fieldOfSource,
    drafts: useTabDrafts(`publisherSource.${source?.publisherSourceKey ?? 'new'}`),
    load: ({ publisherSourceKey }) => readSource(publisherSourceKey),
    save: (values, stored) => save(sourcesOf(values, stored)),
    onSaved: async (saved, isNew) => {
      if (isNew)
        await navigate({
          to: pathTo('publisherEditor', { publisherSourceKey: saved.publisherSourceKey }),
          replace: true,
          ignoreBlocker: true,
        });
      toast.success(`Source ${saved.sourceTag} is saved.`);
    },
  });
  const { form, isSaving, isDirty } = state;
  const { watch, setValue } = form;
  const [publisherKey, textKey, partnerKey] = watch(['publisherKey', 'disclosureTextKey', 'aggregatorKey']);
  // A restored draft brings its partner.
  if (Number(partnerKey) !== aggregator) setAggregator(Number(partnerKey));
  const publisher = publishers.find((one) => String(one.publisherKey) === publisherKey) ?? null;
  const text = texts.find(({ disclosureTextKey }) => String(disclosureTextKey) === textKey);
  const choose = (name: 'publisherKey' | 'disclosureTextKey', value: string) =>
    setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  return (
    <>
      <RecordForm
        state={state}
        what="this source"
        lock={lock}
        buttons={
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            {source === null ? 'Add source' : 'Save'}
          </Button>
        }
      >
        <SectionCard title="Publisher" note="Who runs the pages. A publisher can have several sources.">
          <Columns of={2} gap="14px 16px">
            {source === null ? (
              <Field
                name="aggregatorKey"
                options={[{ value: '', label: 'Choose a media partner' }, ...partners]}
                onChanged={() => {
                  setValue('publisherKey', '');
                  setValue('disclosureTextKey', '');
                }}
              />
            ) : (
              <TextInput label={sourceRecord.fields.aggregatorKey.label} value={source.aggregatorName} readOnly />
            )}
            <div className={classes.beside}>
              <Field
                name="publisherKey"
                disabled={aggregator === 0}
                options={[
                  { value: '', label: 'Choose a publisher' },
                  ...publishers.map((one) => ({ value: String(one.publisherKey), label: one.publisherName })),
                ]}
              />
              {mayUpdate && publisher !== null && (
                <Button variant="default" onClick={() => setDialog('editPublisher')}>
                  Edit publisher
                </Button>
              )}
              {mayCreate && (
                <Button variant="default" disabled={aggregator === 0} onClick={() => setDialog('newPublisher')}>
                  New publisher
                </Button>
              )}
            </div>
            {publisher !== null && (
              <p className={`${classes.dim} ${classes.wide}`}>
                {[publisher.domain, publisher.trafficTypes.join(', ')].filter(Boolean).join(' · ')}
              </p>
            )}
          </Columns>
        </SectionCard>
        <SectionCard title="Source">
          <Columns of={2} gap="14px 16px">
            <Field name="sourceTag" />
            <Field name="displayName" />
            <div className={classes.wide}>
              <Field name="landingUrls" />
            </div>
          </Columns>
        </SectionCard>
        <SectionCard title="Consent" note="The consent text on its pages.">
          <Stack gap={14}>
            <div className={classes.beside}>
              <Field
                name="disclosureTextKey"
                disabled={aggregator === 0}
                options={[
                  { value: '', label: 'None on file' },
                  ...texts.map(({ disclosureTextKey, name }) => ({ value: String(disclosureTextKey), label: name })),
                ]}
              />
              {mayUpdate && (
                <Button variant="default" disabled={aggregator === 0} onClick={() => setDialog('disclosure')}>
                  New text
                </Button>
              )}
            </div>
            {text !== undefined && (
              <Text size="sm" py={8} px={12} bg="var(--pl-surface-active)" bdrs="sm">
                {text.wording}
              </Text>
            )}
          </Stack>
        </SectionCard>
        <SectionCard title="Notes" note="For the agency: the media partner does not see them.">
          <Field name="notes" isUnlabelled />
        </SectionCard>
      </RecordForm>
      {(dialog === 'newPublisher' || (dialog === 'editPublisher' && publisher !== null)) && (
        <PublisherDialog
          aggregatorKey={aggregator}
          publisher={dialog === 'newPublisher' ? null : publisher}
          onClose={() => setDialog(null)}
          onSaved={(saved) => {
            setDialog(null);
            if (dialog === 'newPublisher') choose('publisherKey', String(saved.publisherKey));
            toast.success(`Publisher ${saved.publisherName} is saved.`);
          }}
        />
      )}
      {dialog === 'disclosure' && (
        <DisclosureDialog
          aggregatorKey={aggregator}
          onClose={() => setDialog(null)}
          onSaved={(saved) => {
            setDialog(null);
            choose('disclosureTextKey', String(saved.disclosureTextKey));
          }}
        />
      )}
    </>
  );
};

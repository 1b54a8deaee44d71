import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type PublisherSourceRecord } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { pathTo } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/permissions.ts';
import { RecordForm } from '../../../shared/form/record-form.tsx';
import { useRecordForm } from '../../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../../shared/form/use-tab-drafts.ts';
import { SectionCard } from '../../../ui/section-card.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { choicesQuery, readSource, useSaveSource } from '../api.ts';
import classes from '../publishers.module.css';
import type { PartnerChoice } from '../source-files.tsx';
import { DisclosureDialog } from './disclosure-dialog.tsx';
import {
  fieldOfSource,
  newSourceValues,
  SOURCE_LABELS,
  sourceProblems,
  type SourceFormValues,
  sourceRule,
  sourcesOf,
  valuesOfSource,
} from './prepare-source.ts';
import { PublisherDialog } from './publisher-dialog.tsx';

interface SourceFormProps {
  /** Null for a new one. */
  source: PublisherSourceRecord | null;
  /** Whom a new source can be of. */
  partners: readonly PartnerChoice[];
  lock: string | null;
}

/** What is known of one source: whose it is, where its pages are, and what people agree to there. */
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
    stored: source,
    newValues: () => newSourceValues(null),
    valuesOf: valuesOfSource,
    versionOf: ({ rowVersion }) => rowVersion,
    problems: sourceProblems,
    rule: () =>
      sourceRule({
        publisher: (key) => publishers.find(({ publisherKey }) => String(publisherKey) === key)?.publisherName ?? key,
        disclosure: (key) => texts.find(({ disclosureTextKey }) => String(disclosureTextKey) === key)?.name ?? key,
      }),
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
  const { register, watch, setValue, formState } = form;
  const { errors } = formState;
  const [publisherKey, textKey, partnerKey] = watch(['publisherKey', 'disclosureTextKey', 'aggregatorKey']);
  // A draft that is brought back names its partner.
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
        <SectionCard title="Publisher" note="Who runs the pages. Several sources can be of one publisher.">
          <div className={classes.fields}>
            {source === null ? (
              <NativeSelect
                {...register('aggregatorKey', {
                  onChange: () => {
                    setValue('publisherKey', '');
                    setValue('disclosureTextKey', '');
                  },
                })}
                label={SOURCE_LABELS.aggregatorKey}
                required
                data={[{ value: '', label: 'Choose a media partner' }, ...partners]}
                error={errors.aggregatorKey?.message}
              />
            ) : (
              <TextInput label={SOURCE_LABELS.aggregatorKey} value={source.aggregatorName} readOnly />
            )}
            <div className={classes.beside}>
              <NativeSelect
                value={publisherKey}
                onChange={({ currentTarget }) => choose('publisherKey', currentTarget.value)}
                label={SOURCE_LABELS.publisherKey}
                required
                disabled={aggregator === 0}
                data={[
                  { value: '', label: 'Choose a publisher' },
                  ...publishers.map((one) => ({ value: String(one.publisherKey), label: one.publisherName })),
                ]}
                error={errors.publisherKey?.message}
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
          </div>
        </SectionCard>
        <SectionCard title="Source">
          <div className={classes.fields}>
            <TextInput
              {...register('sourceTag')}
              label={SOURCE_LABELS.sourceTag}
              description="As posts send it in publisherSource"
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              error={errors.sourceTag?.message}
            />
            <TextInput
              {...register('displayName')}
              label={SOURCE_LABELS.displayName}
              description="The tag, where it is left empty"
              autoComplete="off"
              error={errors.displayName?.message}
            />
            <Textarea
              {...register('landingUrls')}
              className={classes.wide ?? ''}
              label={SOURCE_LABELS.landingUrls}
              description="One address a line, each with https://"
              autosize
              minRows={2}
              spellCheck={false}
              error={errors.landingUrls?.message}
            />
          </div>
        </SectionCard>
        <SectionCard title="Consent" note="What people agree to on its pages.">
          <div className={classes.form}>
            <div className={classes.beside}>
              <NativeSelect
                value={textKey}
                onChange={({ currentTarget }) => choose('disclosureTextKey', currentTarget.value)}
                label={SOURCE_LABELS.disclosureTextKey}
                disabled={aggregator === 0}
                data={[
                  { value: '', label: 'None on file' },
                  ...texts.map(({ disclosureTextKey, name }) => ({ value: String(disclosureTextKey), label: name })),
                ]}
                error={errors.disclosureTextKey?.message}
              />
              {mayUpdate && (
                <Button variant="default" disabled={aggregator === 0} onClick={() => setDialog('disclosure')}>
                  New text
                </Button>
              )}
            </div>
            {text !== undefined && <p className={classes.wording}>{text.wording}</p>}
          </div>
        </SectionCard>
        <SectionCard title="Notes" note="For the agency: the media partner does not see them.">
          <Textarea
            {...register('notes')}
            aria-label={SOURCE_LABELS.notes}
            autosize
            minRows={2}
            maxLength={2000}
            error={errors.notes?.message}
          />
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

import { Button, Checkbox, Group, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { LEAD_EXPORT, leadExportColumns, type UserGroup } from '@paceline/contract';
import { IconClock, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PATHS } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { filterOptionsQuery } from '../../../shared/filter-bar/use-filters.ts';
import { sortRefusal } from '../../../shared/form/prepare-refusal.ts';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { STATUS_OPTIONS } from '../prepare-leads.ts';
import { useDownload, useExportCount, useStartExport } from './api.ts';
import classes from './export.module.css';
import {
  countText,
  exportProblems,
  type ExportValues,
  firstValues,
  FORMAT_OPTIONS,
  sizeText,
} from './prepare-export.ts';

const FIELDS: readonly string[] = ['ownerKey', 'startDate', 'endDate', 'clientKeys', 'mediaPartnerKeys', 'format'];
const TYPING_MS = 400;

const toOptions = (rows: readonly { key: number; name: string }[] | undefined) =>
  (rows ?? []).map(({ key, name }) => ({ value: String(key), label: name }));

interface ExportFormProps {
  /** Null: a media partner chooses it in the form. */
  ownerKey: number | null;
  today: string;
  group: UserGroup;
}

/** Filters and format of an export; the number of leads is shown first. */
export const ExportForm = ({ ownerKey, today, group }: ExportFormProps) => {
  const owners = useSession((state) => state.owners) ?? [];
  const isPartner = group === 'mp';
  const only = isPartner && owners.length === 1 ? (owners[0]?.ownerKey ?? null) : ownerKey;
  const [values, setValues] = useState<ExportValues>(() => firstValues(only, today));
  const set = (part: Partial<ExportValues>) => setValues((now) => ({ ...now, ...part }));
  const navigate = useNavigate();
  const mayHaveWhole = useMay('leadanalyzer:ViewPII') && group === 'ag';
  const { data: options } = useQuery({ ...filterOptionsQuery(values.ownerKey), enabled: values.ownerKey !== null });

  const problems = exportProblems(values);
  const [settledValues] = useDebouncedValue(values, TYPING_MS);
  const count = useExportCount(settledValues, exportProblems(settledValues).length === 0);
  const download = useDownload();
  const start = useStartExport(() => {
    toast.success('Your file is being prepared. We will email you when it is ready.');
    void navigate({ to: isPartner ? PATHS.mpMyExports : PATHS.myExports });
  });

  const refusal = download.error ?? start.error ?? count.error;
  const refused = refusal && sortRefusal(refusal, (field) => (FIELDS.includes(field) ? field : null));
  const errorAt = (path: string): string | undefined =>
    [...problems, ...(refused?.problems ?? [])].find((problem) => problem.path === path)?.message;
  const isDownloading = download.loaded !== null;
  const counted = problems.length === 0 && !count.error ? count.data : undefined;
  const isEmpty = counted?.leads === 0;
  const canSend = counted !== undefined && !isEmpty && !isDownloading && !start.isPending;
  const columns = leadExportColumns(group, values.wholePeople).map(({ label }) => label);

  return (
    <SectionCard
      title="Leads"
      note={`At most ${LEAD_EXPORT.daysAtOnce} days and 200,000 leads at once. Larger files are prepared in the background and kept for ${LEAD_EXPORT.keptDays} days.`}
    >
      <FormStack
        gap={16}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!canSend) return;
          if (counted.inBackground) start.mutate(values);
          else download.start(values);
        }}
      >
        <Columns min={150} gap={12} maw={760}>
          {isPartner && (
            <NativeSelect
              label="School group"
              data={[
                { value: '', label: 'Choose one' },
                ...owners.map(({ ownerKey: key, name }) => ({ value: String(key), label: name })),
              ]}
              value={String(values.ownerKey ?? '')}
              error={values.ownerKey === null ? undefined : errorAt('ownerKey')}
              onChange={(event) => set({ ownerKey: Number(event.currentTarget.value) || null, clientKeys: [] })}
            />
          )}
          <TextInput
            type="date"
            label="From"
            value={values.startDate}
            max={today}
            error={errorAt('startDate')}
            onChange={(event) => set({ startDate: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="To"
            value={values.endDate}
            error={errorAt('endDate')}
            onChange={(event) => set({ endDate: event.currentTarget.value })}
          />
          <NativeSelect
            label="Format"
            data={FORMAT_OPTIONS}
            value={values.format}
            error={errorAt('format')}
            onChange={(event) => set({ format: event.currentTarget.value === 'csv' ? 'csv' : 'xlsx' })}
          />
        </Columns>
        <Columns min={260} gap={12}>
          <MultiSelect
            label="Status"
            placeholder={values.leadStatus.length === 0 ? 'All statuses' : ''}
            data={STATUS_OPTIONS}
            value={values.leadStatus}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Clear statuses' }}
            onChange={(chosen) => set({ leadStatus: chosen })}
          />
          <MultiSelect
            label="Clients"
            placeholder={values.clientKeys.length === 0 ? 'All clients' : ''}
            data={toOptions(options?.clients)}
            value={values.clientKeys.map(String)}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Clear clients' }}
            error={errorAt('clientKeys')}
            onChange={(chosen) => set({ clientKeys: chosen.map(Number) })}
          />
          {!isPartner && (
            <MultiSelect
              label="Media partners"
              placeholder={values.mediaPartnerKeys.length === 0 ? 'All media partners' : ''}
              data={toOptions(options?.partners)}
              value={values.mediaPartnerKeys.map(String)}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'Clear media partners' }}
              error={errorAt('mediaPartnerKeys')}
              onChange={(chosen) => set({ mediaPartnerKeys: chosen.map(Number) })}
            />
          )}
        </Columns>
        {mayHaveWhole && (
          <Checkbox
            label="Names, addresses and numbers in full"
            description="Otherwise masked. The export is recorded with your name and the number of leads."
            checked={values.wholePeople}
            onChange={(event) => set({ wholePeople: event.currentTarget.checked })}
          />
        )}
        <details className={classes.columns}>
          <summary>Columns of the file ({columns.length})</summary>
          <p>{columns.join(', ')}</p>
        </details>
        <p className={classes.count} role="status" data-stale={count.isPlaceholderData || undefined}>
          {isDownloading
            ? `Downloading: ${sizeText(download.loaded ?? 0)} so far.`
            : counted
              ? countText(counted)
              : problems.length === 0 && !refused
                ? 'Counting the leads.'
                : values.ownerKey === null
                  ? 'Choose a school group.'
                  : ''}
        </p>
        <FormFailure failure={refused && !refused.isOfFields ? refused.failure : null} />
        <Group gap={8}>
          {isDownloading ? (
            <Button variant="default" onClick={download.cancel}>
              Cancel the download
            </Button>
          ) : (
            <>
              {counted?.inBackground !== true && (
                <Button type="submit" disabled={!canSend} leftSection={<IconDownload size={16} aria-hidden="true" />}>
                  Download
                </Button>
              )}
              <Button
                variant={counted?.inBackground === true ? 'filled' : 'default'}
                disabled={!canSend}
                loading={start.isPending}
                leftSection={<IconClock size={16} aria-hidden="true" />}
                onClick={() => start.mutate(values)}
              >
                Prepare in the background
              </Button>
            </>
          )}
        </Group>
      </FormStack>
    </SectionCard>
  );
};

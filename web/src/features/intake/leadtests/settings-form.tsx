import { Button, Textarea, TextInput } from '@mantine/core';
import type { LeadTestRecord } from '@paceline/contract';
import { RecordForm } from '../../../shared/form/record-form.tsx';
import { useRecordForm } from '../../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../../shared/form/use-tab-drafts.ts';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { readSettings, useSaveSettings } from './api.ts';
import {
  fieldOf,
  LABELS,
  problemsOf,
  type SettingsValues,
  settingsRule,
  toSettings,
  valuesOf,
} from './prepare-settings.ts';

interface SettingsFormProps {
  record: LeadTestRecord;
  /** Why nothing can be changed; null if editable. */
  lock: string | null;
}

const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** Which leads are tests, and how long they are kept. */
export const SettingsForm = ({ record, lock }: SettingsFormProps) => {
  const { ownerKey } = record;
  const save = useSaveSettings(ownerKey);
  const state = useRecordForm<SettingsValues, LeadTestRecord>({
    stored: record,
    newValues: () => valuesOf(record),
    valuesOf,
    versionOf: ({ version }) => version,
    problems: (values, stored) => problemsOf(values, (stored ?? record).settings),
    rule: () => settingsRule,
    savedBy: ({ savedBy, savedAt }) => ({ by: savedBy ?? 'Someone', at: savedAt }),
    pathOf: fieldOf,
    drafts: useTabDrafts(`leadtests.${ownerKey}`),
    load: () => readSettings(ownerKey),
    save: (values, stored) => {
      const { settings, version } = stored ?? record;
      return save(toSettings(values, settings), version);
    },
    onSaved: () => toast.success('Lead test settings are saved.'),
  });
  const { form, isSaving, isDirty } = state;
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <RecordForm
      state={state}
      what="the lead test settings"
      lock={lock}
      buttons={
        <Button type="submit" loading={isSaving} disabled={!isDirty}>
          Save
        </Button>
      }
    >
      <SectionCard
        title="What makes a lead a test"
        note="Any one of these, or isTest=Y in the post. Test leads run every check and count in no report, bill, cap or duplicate check."
      >
        <Columns of={3} gap={16}>
          <Textarea
            {...register('emailDomains')}
            label={LABELS.emailDomains}
            description="One per line, such as test.example"
            inputWrapperOrder={BELOW}
            error={errors.emailDomains?.message}
            autosize
            minRows={4}
            spellCheck={false}
          />
          <Textarea
            {...register('emailPatterns')}
            label={LABELS.emailPatterns}
            description="One per line; * matches any characters: qa*@school.example"
            inputWrapperOrder={BELOW}
            error={errors.emailPatterns?.message}
            autosize
            minRows={4}
            spellCheck={false}
          />
          <Textarea
            {...register('names')}
            label={LABELS.names}
            description="First and last name, exact, one per line"
            inputWrapperOrder={BELOW}
            error={errors.names?.message}
            autosize
            minRows={4}
            spellCheck={false}
          />
        </Columns>
      </SectionCard>
      <SectionCard title="Removal" note="Test leads and their personal data are removed at night.">
        <TextInput
          {...register('purgeAfterDays')}
          label={LABELS.purgeAfterDays}
          maw={220}
          rightSection="days"
          rightSectionWidth={56}
          rightSectionPointerEvents="none"
          inputMode="numeric"
          autoComplete="off"
          error={errors.purgeAfterDays?.message}
        />
      </SectionCard>
    </RecordForm>
  );
};

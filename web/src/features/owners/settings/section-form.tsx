import { Button } from '@mantine/core';
import { OWNER_SETTING_SECTIONS, type OwnerSettings, type OwnerSettingSection, settingsOf } from '@paceline/contract';
import { RecordForm } from '../../../shared/form/record-form.tsx';
import { useRecordForm } from '../../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../../shared/form/use-tab-drafts.ts';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { readSettings, useSaveSettings } from './api.ts';
import { changedValues, fieldOf, problemsOf, sectionRule, type SectionValues, valuesOf } from './prepare-settings.ts';
import { SettingField } from './setting-field.tsx';

interface SectionFormProps {
  section: OwnerSettingSection;
  settings: OwnerSettings;
  /** Why nothing can be changed; null if editable. */
  lock: string | null;
}

/** A section's settings, saved together. */
export const SectionForm = ({ section, settings, lock }: SectionFormProps) => {
  const { ownerKey } = settings;
  const title = OWNER_SETTING_SECTIONS[section];
  const save = useSaveSettings(ownerKey);
  const state = useRecordForm<SectionValues, OwnerSettings>({
    stored: settings,
    newValues: () => valuesOf(section, settings),
    valuesOf: (stored) => valuesOf(section, stored),
    versionOf: ({ rowVersion }) => rowVersion,
    problems: (values, stored) => problemsOf(section, values, stored ?? settings),
    rule: (fresh) => sectionRule(section, fresh),
    savedBy: ({ changes }, path) => {
      const change = changes.find(({ name }) => name === path);
      return { by: change?.by ?? 'Someone', at: change?.at ?? null };
    },
    pathOf: fieldOf,
    drafts: useTabDrafts(`ownersettings.${ownerKey}.${section}`),
    load: () => readSettings(ownerKey),
    save: (values, stored) => {
      const before = stored ?? settings;
      return save(changedValues(section, values, before), before.rowVersion);
    },
    onSaved: () => toast.success('The settings are saved.'),
  });
  const { form, isSaving, isDirty } = state;
  return (
    <RecordForm
      state={state}
      what="these settings"
      lock={lock}
      buttons={
        <Button type="submit" loading={isSaving} disabled={!isDirty}>
          Save
        </Button>
      }
    >
      <SectionCard title={title}>
        {settingsOf(section).map((name) => (
          <SettingField key={name} name={name} settings={settings} control={form.control} />
        ))}
      </SectionCard>
    </RecordForm>
  );
};

import { Button } from '@mantine/core';
import {
  type ClientCriteria,
  type ClientCriteriaRecord,
  CRITERIA_SECTION_NAMES,
  type CriteriaSection,
} from '@paceline/contract';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { RecordForm } from '../../../shared/form/record-form.tsx';
import { useRecordForm } from '../../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../../shared/form/use-tab-drafts.ts';
import { toast } from '../../../ui/toast/toast-store.ts';
import { readCriteria, useSaveCriteria } from './api.ts';
import { ChangesPanel, SectionNav } from './changes-panel.tsx';
import classes from './criteria.module.css';
import { HistoryDrawer } from './history-drawer.tsx';
import {
  changesOf,
  criteriaRule,
  type CriteriaValues,
  formProblems,
  newValues,
  sectionOf,
  valuesOf,
  versionOf,
} from './prepare-criteria.ts';
import { ReplayPanel } from './replay-panel.tsx';
import { ConsentSection } from './section-consent.tsx';
import { ContactsSection } from './section-contacts.tsx';
import { FieldsSection } from './section-fields.tsx';
import { HoursSection } from './section-hours.tsx';
import { SectionProblems } from './use-section.ts';
import { DedupSection, EligibilitySection, QualitySection, ReturnsSection, VerificationSection } from './sections.tsx';

const SECTIONS = {
  fields: FieldsSection,
  dedup: DedupSection,
  consent: ConsentSection,
  eligibility: EligibilitySection,
  quality: QualitySection,
  verification: VerificationSection,
  returns: ReturnsSection,
  contacts: ContactsSection,
  hours: HoursSection,
};

interface CriteriaFormProps {
  record: ClientCriteriaRecord;
  canSave: boolean;
  history: { isOpen: boolean; close: () => void };
}

export const CriteriaForm = ({ record, canSave, history }: CriteriaFormProps) => {
  const { clientKey, clientName } = record;
  const [section, setSection] = useState<CriteriaSection>('fields');
  // Errors show after a box is left, not while it is first typed in.
  const [left, setLeft] = useState<CriteriaSection | null>(null);
  const save = useSaveCriteria(clientKey);
  const state = useRecordForm<CriteriaValues, ClientCriteriaRecord>({
    stored: record,
    newValues,
    valuesOf,
    versionOf,
    problems: formProblems,
    rule: () => criteriaRule,
    savedBy: ({ savedBy, savedAt }) => ({ by: savedBy ?? 'Paceline', at: savedAt }),
    drafts: useTabDrafts(`criteria.${clientKey}`),
    load: () => readCriteria(clientKey),
    save: (values, stored) => save(stored?.version ?? 0, values),
    onSaved: ({ version }) => toast.success(`Criteria of ${clientName} are saved as version ${version}.`),
    parts: { current: section, of: sectionOf, open: (part) => setSection(sectionOf(part)) },
  });
  const { form, isSaving, isDirty } = state;
  const values = useWatch({ control: form.control }) as CriteriaValues;
  const changes = changesOf(record.criteria, values);
  const wrong = new Set(CRITERIA_SECTION_NAMES.filter((name) => form.formState.errors[name] !== undefined));
  const Section = SECTIONS[section];
  const restore = (version: number, criteria: ClientCriteria) => {
    for (const name of CRITERIA_SECTION_NAMES) form.setValue(name, criteria[name], { shouldDirty: true });
    history.close();
    toast.success(`Version ${version} is in the form. Save to make it current.`);
  };
  return (
    <RecordForm
      state={state}
      what="these criteria"
      lock={canSave ? null : 'You can view criteria but not change them.'}
      buttons={
        <>
          <Button variant="default" disabled={!isDirty || isSaving} onClick={() => form.reset()}>
            Discard changes
          </Button>
          <Button type="submit" loading={isSaving} disabled={changes.length === 0}>
            Save
          </Button>
        </>
      }
    >
      <div className={classes.layout}>
        <SectionNav
          current={section}
          changed={new Set(changes.map((change) => change.section))}
          wrong={wrong}
          onOpen={setSection}
        />
        <div onBlur={() => setLeft(section)}>
          <SectionProblems value={left === section ? formProblems(values) : []}>
            <Section form={form} record={record} />
          </SectionProblems>
        </div>
        <ChangesPanel changes={changes} />
      </div>
      <ReplayPanel record={record} values={values} isChanged={changes.length > 0} canTest={canSave} />
      <HistoryDrawer
        record={record}
        isOpen={history.isOpen}
        canRestore={canSave}
        onClose={history.close}
        onRestore={restore}
      />
    </RecordForm>
  );
};

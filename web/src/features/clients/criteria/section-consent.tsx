import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { CERTIFICATES, type ClientCriteriaRecord, CONSENT_FAILURES } from '@paceline/contract';
import { useState } from 'react';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { Choice, YesNo } from './boxes.tsx';
import classes from './criteria.module.css';
import type { CriteriaFormApi, CriteriaValues } from './prepare-criteria.ts';
import { useSection } from './use-section.ts';

export const ConsentSection = ({ form, record }: { form: CriteriaFormApi; record: ClientCriteriaRecord }) => {
  const { value, replace, error } = useSection(form, 'consent');
  const change = (patch: Partial<CriteriaValues['consent']>) => replace({ ...value, ...patch });
  const [names, setNames] = useState<string | null>(null);
  const { disclosures } = value;
  const set = (index: number, patch: Partial<(typeof disclosures)[number]>) =>
    change({ disclosures: disclosures.map((one, at) => (at === index ? { ...one, ...patch } : one)) });
  return (
    <SectionCard title="Consent">
      <Columns of={2} gap="14px 16px" align="start">
        <Choice
          label="Certificate"
          value={value.certificate}
          words={CERTIFICATES}
          onChange={(certificate) => change({ certificate })}
        />
        <Choice
          label="If it is missing or differs"
          value={value.onFailure}
          words={CONSENT_FAILURES}
          onChange={(onFailure) => change({ onFailure })}
        />
      </Columns>
      <Stack gap={12} my={16}>
        <YesNo
          label="Accept a post that gives a reason for its missing Jornaya token"
          value={value.acceptsFailureReason}
          onChange={(acceptsFailureReason) => change({ acceptsFailureReason })}
        />
        <YesNo
          label="The text must name the school"
          value={value.mustNameSchool}
          onChange={(mustNameSchool) => change({ mustNameSchool })}
        />
      </Stack>
      <TextInput
        mt={14}
        label="Accepted names"
        description={`Separated by semicolons. Empty: ${record.clientName} or ${record.brandName}.`}
        autoComplete="off"
        disabled={!value.mustNameSchool}
        value={names ?? value.mustName.join('; ')}
        error={error('mustName')}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setNames(text);
          change({
            mustName: text
              .split(';')
              .map((name) => name.trim())
              .filter((name) => name !== ''),
          });
        }}
        onBlur={() => setNames(null)}
      />
      {disclosures.map((disclosure, index) => (
        <fieldset key={index} className={classes.group}>
          <legend>Approved text {index + 1}</legend>
          <Columns of={2} gap="14px 16px" align="start">
            <TextInput
              label="Name"
              autoComplete="off"
              value={disclosure.name}
              error={error(`disclosures.${index}.name`)}
              onChange={(event) => set(index, { name: event.currentTarget.value })}
            />
            <TextInput
              type="date"
              label="From"
              value={disclosure.from}
              error={error(`disclosures.${index}.from`)}
              onChange={(event) => set(index, { from: event.currentTarget.value })}
            />
            <TextInput
              type="date"
              label="To"
              value={disclosure.to ?? ''}
              error={error(`disclosures.${index}.to`)}
              onChange={(event) => set(index, { to: event.currentTarget.value || null })}
            />
          </Columns>
          <Textarea
            mt={14}
            label="Text"
            autosize
            minRows={2}
            value={disclosure.text}
            error={error(`disclosures.${index}.text`)}
            onChange={(event) => set(index, { text: event.currentTarget.value })}
          />
          <Button
            variant="subtle"
            size="xs"
            onClick={() => change({ disclosures: disclosures.filter((_, at) => at !== index) })}
          >
            Remove text {index + 1}
          </Button>
        </fieldset>
      ))}
      {disclosures.length === 0 && <Note my={8}>No approved texts: any text that names the school.</Note>}
      <Button
        variant="default"
        size="xs"
        onClick={() =>
          change({
            disclosures: [
              ...disclosures,
              { name: '', text: '', from: new Date().toISOString().slice(0, 10), to: null },
            ],
          })
        }
      >
        Add approved text
      </Button>
    </SectionCard>
  );
};

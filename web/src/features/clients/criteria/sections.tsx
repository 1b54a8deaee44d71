import { MultiSelect, NativeSelect, Stack, TextInput } from '@mantine/core';
import {
  type ClientCriteriaRecord,
  DEDUP_COMPARISONS,
  DEDUP_MATCHES,
  DEDUP_SCOPES,
  EDUCATION_LEVELS,
  POLICIES,
  US_STATES,
} from '@paceline/contract';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { Choice, NumberBox, YesNo } from './boxes.tsx';
import type { CriteriaFormApi, CriteriaValues } from './prepare-criteria.ts';
import { useSection } from './use-section.ts';

interface SectionProps {
  form: CriteriaFormApi;
  record: ClientCriteriaRecord;
}

export const DedupSection = ({ form, record }: SectionProps) => {
  const { value, replace, error } = useSection(form, 'dedup');
  const change = (patch: Partial<CriteriaValues['dedup']>) => replace({ ...value, ...patch });
  return (
    <SectionCard title="Dedup" note="Who counts as the same person, and which leads are compared.">
      <Columns of={2} gap="14px 16px" align="start">
        <Choice label="Match by" value={value.match} words={DEDUP_MATCHES} onChange={(match) => change({ match })} />
        <Choice
          label="Compare with leads of"
          value={value.scope}
          words={DEDUP_SCOPES}
          onChange={(scope) => change({ scope })}
        />
        <Choice
          label="Compare with"
          value={value.compareWith}
          words={DEDUP_COMPARISONS}
          onChange={(compareWith) => change({ compareWith })}
        />
        <NumberBox
          label="Window in days"
          description={`Empty: ${record.ownerDedupDays} days, the owner’s default. 0: off.`}
          value={value.periodInDays}
          error={error('periodInDays')}
          onChange={(periodInDays) => change({ periodInDays })}
          onClear={() => change({ periodInDays: null })}
        />
      </Columns>
    </SectionCard>
  );
};

const STATES = Object.entries<string>(US_STATES).map(([value, label]) => ({ value, label }));

export const EligibilitySection = ({ form }: SectionProps) => {
  const { value, replace, error } = useSection(form, 'eligibility');
  const change = (patch: Partial<CriteriaValues['eligibility']>) => replace({ ...value, ...patch });
  return (
    <SectionCard title="Eligibility" note="A missing value never rejects a lead.">
      <Columns of={2} gap="14px 16px" align="start">
        <NumberBox
          label="Minimum age"
          value={value.minAge}
          error={error('minAge')}
          onChange={(minAge) => change({ minAge })}
        />
        <NativeSelect
          label="Minimum education"
          data={[
            { value: '', label: 'No minimum' },
            ...EDUCATION_LEVELS.map(({ code, label }) => ({ value: code, label })),
          ]}
          value={value.educationFloor ?? ''}
          onChange={(event) => change({ educationFloor: event.currentTarget.value || null })}
        />
        <NumberBox
          label="Graduated no earlier than"
          value={value.gradYearFrom}
          error={error('gradYearFrom')}
          onChange={(gradYearFrom) => change({ gradYearFrom })}
          onClear={() => change({ gradYearFrom: null })}
        />
        <NumberBox
          label="Graduated no later than"
          value={value.gradYearTo}
          error={error('gradYearTo')}
          onChange={(gradYearTo) => change({ gradYearTo })}
          onClear={() => change({ gradYearTo: null })}
        />
      </Columns>
      <MultiSelect
        mt={14}
        label="States not served"
        placeholder={value.statesNotServed.length === 0 ? 'None' : ''}
        data={STATES}
        searchable
        clearable
        value={value.statesNotServed}
        onChange={(states) => change({ statesNotServed: states as CriteriaValues['eligibility']['statesNotServed'] })}
      />
    </SectionCard>
  );
};

export const QualitySection = ({ form }: SectionProps) => {
  const { value, replace, error } = useSection(form, 'quality');
  const change = (patch: Partial<CriteriaValues['quality']>) => replace({ ...value, ...patch });
  return (
    <SectionCard
      title="Quality"
      note="Our own checks of email and IP addresses. The country is checked only if the server has a country table."
    >
      <Columns of={2} gap="14px 16px" align="start">
        <Choice
          label="Disposable email"
          value={value.disposableEmail}
          words={POLICIES}
          onChange={(disposableEmail) => change({ disposableEmail })}
        />
        <Choice
          label="IP address abroad"
          value={value.ipCountry}
          words={POLICIES}
          onChange={(ipCountry) => change({ ipCountry })}
        />
        <Choice
          label="Many leads from one IP address"
          value={value.velocity}
          words={POLICIES}
          onChange={(velocity) => change({ velocity })}
        />
        <NumberBox
          label="Maximum leads from one IP address"
          description="In 24 hours, across all clients."
          value={value.leadsPerAddress}
          error={error('leadsPerAddress')}
          onChange={(leadsPerAddress) => change({ leadsPerAddress })}
        />
      </Columns>
    </SectionCard>
  );
};

export const VerificationSection = ({ form }: SectionProps) => {
  const { value, replace, error } = useSection(form, 'verification');
  const change = (patch: Partial<CriteriaValues['verification']>) => replace({ ...value, ...patch });
  return (
    <SectionCard
      title="Verification"
      note="Third-party checks, after our own. If one does not answer in time, the lead is accepted and flagged."
    >
      <Columns of={2} gap="14px 16px" align="start">
        <Choice
          label="Consent certificate"
          value={value.certificate}
          words={POLICIES}
          onChange={(certificate) => change({ certificate })}
        />
        <Choice label="Phone" value={value.phone} words={POLICIES} onChange={(phone) => change({ phone })} />
        <Choice label="Email" value={value.email} words={POLICIES} onChange={(email) => change({ email })} />
        <Choice
          label="Client’s CRM"
          value={value.clientCrm}
          words={POLICIES}
          onChange={(clientCrm) => change({ clientCrm })}
        />
      </Columns>
      <TextInput
        mt={14}
        label="CRM address"
        description="Its credential is set under Verification Accounts. Changing the host clears it."
        placeholder="https://"
        autoComplete="off"
        value={value.clientCrmUrl ?? ''}
        error={error('clientCrmUrl')}
        onChange={(event) => change({ clientCrmUrl: event.currentTarget.value.trim() || null })}
      />
    </SectionCard>
  );
};

export const ReturnsSection = ({ form }: SectionProps) => {
  const { value, replace, error } = useSection(form, 'returns');
  const change = (patch: Partial<CriteriaValues['returns']>) => replace({ ...value, ...patch });
  return (
    <SectionCard title="Returns">
      <Stack gap={12} my={16}>
        <YesNo
          label="Returns are allowed"
          value={value.allowReturns}
          onChange={(allowReturns) => change({ allowReturns })}
        />
        <YesNo
          label="Approve returns automatically"
          value={value.autoApprove}
          onChange={(autoApprove) => change({ autoApprove })}
        />
        <YesNo
          label="Replace returned leads"
          value={value.replaceReturned}
          onChange={(replaceReturned) => change({ replaceReturned })}
        />
      </Stack>
      <Columns of={2} gap="14px 16px" align="start">
        <NumberBox
          label="Return window in days"
          value={value.windowDays}
          error={error('windowDays')}
          onChange={(windowDays) => change({ windowDays })}
        />
        <NumberBox
          label="Maximum returns in percent"
          value={value.maxPercent}
          error={error('maxPercent')}
          onChange={(maxPercent) => change({ maxPercent })}
        />
        <NumberBox
          label="Contact attempts needed"
          value={value.leastAttempts}
          error={error('leastAttempts')}
          onChange={(leastAttempts) => change({ leastAttempts })}
        />
      </Columns>
    </SectionCard>
  );
};

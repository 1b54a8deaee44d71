import { NativeSelect, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { CAMPAIGN_LEAD_SOURCES, ERRORS, OVER_DELIVERY_POLICIES } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SectionCard } from '../../../ui/section-card.tsx';
import type { CodeCheck } from '../status/use-code-check.ts';
import { partnersQuery } from './api.ts';
import classes from './editor.module.css';
import { LEAD_SOURCE_LABELS, OVER_DELIVERY_LABELS } from './prepare-words.ts';
import type { CampaignFormApi } from './use-campaign-form.ts';
import type { Choices } from './use-names.ts';

interface StepBasicsProps {
  form: CampaignFormApi;
  ownerKey: number;
  choices: Choices;
  codeCheck: CodeCheck;
  /** Null where the partner can still be changed. */
  vendorLock: string | null;
}

const TYPING_MS = 200;
/** What helps stands under the box, so that boxes of one line stand on one line. */
const HELP_BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

const PartnerSearch = ({ form, ownerKey, vendorLock }: Omit<StepBasicsProps, 'choices' | 'codeCheck'>) => {
  const { vendorKey, vendorName } = form.values;
  const [text, setText] = useState(vendorName);
  const term = text === vendorName ? '' : text.trim();
  const [asked] = useDebouncedValue(term, TYPING_MS);
  const { data: vendors, error } = useQuery({ ...partnersQuery(ownerKey, asked), enabled: vendorLock === null });
  const found = (vendors ?? []).map(({ aggregatorKey, aggregatorName, aggregatorCode, mapped }) => ({
    value: String(aggregatorKey),
    label: aggregatorName,
    note: mapped ? aggregatorCode : `${aggregatorCode} · not a partner of this owner yet`,
  }));
  const isFound = found.some(({ value }) => value === String(vendorKey));
  const options =
    vendorKey === null || isFound ? found : [{ value: String(vendorKey), label: vendorName, note: '' }, ...found];
  return (
    <Select
      label="Media partner"
      description={vendorLock ?? 'Search by name or code'}
      inputWrapperOrder={HELP_BELOW}
      required
      searchable
      // The list itself scrolls: a frame around it would be a place that the keyboard cannot get to.
      withScrollArea={false}
      classNames={{ options: classes.options }}
      disabled={vendorLock !== null}
      data={options.map(({ value, label }) => ({ value, label }))}
      renderOption={({ option }) => (
        <span>
          {option.label}
          <span className={classes.optionNote}>{options.find(({ value }) => value === option.value)?.note}</span>
        </span>
      )}
      filter={({ options: all }) => all}
      nothingFoundMessage={error ? error.message : 'No media partner matches.'}
      value={vendorKey === null ? null : String(vendorKey)}
      searchValue={text}
      onSearchChange={setText}
      error={form.errorOf('vendorKey')}
      onBlur={() => form.touch('vendorKey')}
      onChange={(value) => {
        const label = options.find((option) => option.value === value)?.label ?? '';
        // What was said about one partner’s sources is nothing to another’s.
        form.change({ vendorKey: value === null ? null : Number(value), vendorName: label, sources: {} });
      }}
    />
  );
};

const CodeField = ({ form, codeCheck }: Pick<StepBasicsProps, 'form' | 'codeCheck'>) => {
  const { campaignCode, vendorKey, clientGoalKey } = form.values;
  const isBlind = campaignCode !== '' && (vendorKey === null || clientGoalKey === null);
  const help = isBlind
    ? `${ERRORS.CAMPAIGN_CODE_RULE.message}: choose the media partner and the line item.`
    : 'Unique for the owner and the media partner';
  return (
    <TextInput
      label="Campaign code"
      description={codeCheck.state === 'free' || codeCheck.state === 'checking' ? codeCheck.message : help}
      descriptionProps={{ role: 'status', 'data-free': codeCheck.state === 'free' ? 'free' : undefined }}
      inputWrapperOrder={HELP_BELOW}
      required
      autoComplete="off"
      spellCheck={false}
      maxLength={30}
      value={campaignCode}
      error={form.errorOf('campaignCode') ?? (codeCheck.state === 'refused' ? codeCheck.message : undefined)}
      onBlur={() => form.touch('campaignCode')}
      onChange={(event) => form.change({ campaignCode: event.currentTarget.value })}
    />
  );
};

const keyOf = (value: string | null): number | null => (value === null || value === '' ? null : Number(value));

/** Who sells it, what it is for, and what it is called. */
export const StepBasics = ({ form, ownerKey, choices, codeCheck, vendorLock }: StepBasicsProps) => {
  const { values, change, touch, errorOf } = form;
  return (
    <SectionCard title="Basics" note="Media partner, line item, name, codes and dates.">
      <div className={classes.fields}>
        <PartnerSearch form={form} ownerKey={ownerKey} vendorLock={vendorLock} />
        <Select
          label="Line item"
          description="Its programs, criteria and budget apply to the campaign"
          inputWrapperOrder={HELP_BELOW}
          required
          searchable
          withScrollArea={false}
          classNames={{ options: classes.options }}
          data={choices.lineItems}
          nothingFoundMessage={choices.isLoading ? 'Loading …' : 'No line item matches.'}
          value={values.clientGoalKey === null ? null : String(values.clientGoalKey)}
          error={errorOf('clientGoalKey')}
          onBlur={() => touch('clientGoalKey')}
          // Programs and campuses are the line item’s.
          onChange={(value) =>
            change({ clientGoalKey: keyOf(value), programs: {}, geo: { ...values.geo, radius: null } })
          }
        />
        <NativeSelect
          label="Custom channel"
          data={[{ value: '', label: 'None' }, ...choices.channels]}
          value={values.channelCustomKey === null ? '' : String(values.channelCustomKey)}
          error={errorOf('channelCustomKey')}
          onChange={(event) => change({ channelCustomKey: keyOf(event.currentTarget.value) })}
        />
        <TextInput
          label="Name"
          description="Shown in tables and reports"
          inputWrapperOrder={HELP_BELOW}
          required
          maxLength={150}
          autoComplete="off"
          value={values.name}
          error={errorOf('name')}
          onBlur={() => touch('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <CodeField form={form} codeCheck={codeCheck} />
        <TextInput
          label="Client campaign code"
          description="Used in the client’s own systems"
          inputWrapperOrder={HELP_BELOW}
          required
          maxLength={50}
          autoComplete="off"
          spellCheck={false}
          value={values.clientCampaignCode}
          error={errorOf('clientCampaignCode')}
          onBlur={() => touch('clientCampaignCode')}
          onChange={(event) => change({ clientCampaignCode: event.currentTarget.value })}
        />
        <TextInput
          label="Start date"
          type="date"
          description={values.startDate === '' ? 'Blank: the day it is created' : undefined}
          inputWrapperOrder={HELP_BELOW}
          value={values.startDate}
          error={errorOf('startDate')}
          onBlur={() => touch('startDate')}
          onChange={(event) => change({ startDate: event.currentTarget.value })}
        />
        <TextInput
          label="End date"
          type="date"
          description={values.endDate === '' ? 'Blank: no end' : 'Last day'}
          inputWrapperOrder={HELP_BELOW}
          value={values.endDate}
          error={errorOf('endDate')}
          onBlur={() => touch('endDate')}
          onChange={(event) => change({ endDate: event.currentTarget.value })}
        />
        <NativeSelect
          label="Lead source type"
          data={CAMPAIGN_LEAD_SOURCES.map((type) => ({ value: type, label: LEAD_SOURCE_LABELS[type] }))}
          value={values.leadSourceType}
          error={errorOf('leadSourceType')}
          onChange={(event) => {
            const type = CAMPAIGN_LEAD_SOURCES.find((one) => one === event.currentTarget.value);
            if (type) change({ leadSourceType: type });
          }}
        />
        <NativeSelect
          label="Over-delivery"
          description="What happens to leads above the cap"
          inputWrapperOrder={HELP_BELOW}
          data={OVER_DELIVERY_POLICIES.map((policy) => ({ value: policy, label: OVER_DELIVERY_LABELS[policy] }))}
          value={values.overDeliveryPolicy}
          error={errorOf('overDeliveryPolicy')}
          onChange={(event) => {
            const policy = OVER_DELIVERY_POLICIES.find((one) => one === event.currentTarget.value);
            if (policy) change({ overDeliveryPolicy: policy });
          }}
        />
      </div>
      <div className={classes.below}>
        <Switch
          label="Rollover"
          description="Carries the allocation over to the next month"
          checked={values.campaignReoccuring}
          onChange={(event) => change({ campaignReoccuring: event.currentTarget.checked })}
        />
        <Textarea
          label="Notes"
          description="Only the agency sees them"
          inputWrapperOrder={HELP_BELOW}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={4_000}
          value={values.notes}
          error={errorOf('notes')}
          onChange={(event) => change({ notes: event.currentTarget.value })}
        />
      </div>
    </SectionCard>
  );
};

import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { ERRORS, pplCampaignRecord } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SectionCard } from '../../../../ui/pieces/section-card.tsx';
import type { CodeCheck } from '../../status/use-code-check.ts';
import { partnersQuery } from '../api.ts';
import { HELP_BELOW } from '../../../../shared/form/record-field.tsx';
import { CampaignField } from '../campaign-field.tsx';
import classes from '../editor.module.css';
import type { CampaignFormApi } from '../use-campaign-form.ts';
import type { Choices } from '../use-names.ts';

interface StepBasicsProps {
  form: CampaignFormApi;
  ownerKey: number;
  choices: Choices;
  codeCheck: CodeCheck;
  /** Why the partner can no longer be changed; null if it can. */
  vendorLock: string | null;
}

const TYPING_MS = 200;
const { vendorKey: vendor, clientGoalKey: lineItem, campaignCode: code } = pplCampaignRecord.fields;

const PartnerSearch = ({ form, ownerKey, vendorLock }: Omit<StepBasicsProps, 'choices' | 'codeCheck'>) => {
  const { vendorKey, vendorName } = form.values;
  const [text, setText] = useState(vendorName);
  const term = text === vendorName ? '' : text.trim();
  const [query] = useDebouncedValue(term, TYPING_MS);
  const { data: vendors, error } = useQuery({ ...partnersQuery(ownerKey, query), enabled: vendorLock === null });
  const vendorOptions = (vendors ?? []).map(({ aggregatorKey, aggregatorName, aggregatorCode, mapped }) => ({
    value: String(aggregatorKey),
    label: aggregatorName,
    note: mapped ? aggregatorCode : `${aggregatorCode} · not a partner of this owner yet`,
  }));
  const isFound = vendorOptions.some(({ value }) => value === String(vendorKey));
  const options =
    vendorKey === null || isFound
      ? vendorOptions
      : [{ value: String(vendorKey), label: vendorName, note: '' }, ...vendorOptions];
  return (
    <Select
      label={vendor.label}
      description={vendorLock ?? vendor.help}
      inputWrapperOrder={HELP_BELOW}
      required
      searchable
      // The list itself scrolls: a wrapper would not be reachable by keyboard.
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
        // Source settings belong to one partner.
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
    : code.help;
  return (
    <TextInput
      label={code.label}
      description={codeCheck.state === 'free' || codeCheck.state === 'checking' ? codeCheck.message : help}
      descriptionProps={{ role: 'status', 'data-free': codeCheck.state === 'free' ? 'free' : undefined }}
      inputWrapperOrder={HELP_BELOW}
      required
      autoComplete="off"
      spellCheck={false}
      maxLength={code.max}
      value={campaignCode}
      error={form.errorOf('campaignCode') ?? (codeCheck.state === 'refused' ? codeCheck.message : undefined)}
      onBlur={() => form.touch('campaignCode')}
      onChange={(event) => form.change({ campaignCode: event.currentTarget.value })}
    />
  );
};

const keyOf = (value: string | null): number | null => (value === null || value === '' ? null : Number(value));

/** The campaign's partner, line item and name. */
export const StepBasics = ({ form, ownerKey, choices, codeCheck, vendorLock }: StepBasicsProps) => {
  const { values, change, touch, errorOf } = form;
  return (
    <SectionCard title="Basics" note="Media partner, line item, name, codes and dates.">
      <div className={classes.fields}>
        <PartnerSearch form={form} ownerKey={ownerKey} vendorLock={vendorLock} />
        <Select
          label={lineItem.label}
          description={lineItem.help}
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
          // Programs and campuses belong to the line item.
          onChange={(value) =>
            change({ clientGoalKey: keyOf(value), programs: {}, geo: { ...values.geo, radius: null } })
          }
        />
        <CampaignField form={form} name="channelCustomKey" options={choices.channels} />
        <CampaignField form={form} name="name" />
        <CodeField form={form} codeCheck={codeCheck} />
        <CampaignField form={form} name="clientCampaignCode" />
        <CampaignField form={form} name="startDate" />
        <CampaignField form={form} name="endDate" />
        <CampaignField form={form} name="leadSourceType" />
        <CampaignField form={form} name="overDeliveryPolicy" />
      </div>
      <div className={classes.below}>
        <CampaignField form={form} name="campaignReoccuring" />
        <CampaignField form={form} name="notes" />
      </div>
    </SectionCard>
  );
};

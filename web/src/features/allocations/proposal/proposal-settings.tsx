import { ActionIcon, Button, MultiSelect, NativeSelect, NumberInput, Select, Text } from '@mantine/core';
import {
  type CampaignRow,
  PROPOSAL_OBJECTIVES,
  PROPOSAL_WITHIN,
  type ProposalObjective,
  type ProposalSettings,
  type ProposalWithin,
} from '@paceline/contract';
import { IconX } from '@tabler/icons-react';
import { type FormEvent, useMemo } from 'react';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import classes from './proposal.module.css';
import type { ProposalState } from './use-proposal.ts';

const OBJECTIVES = Object.entries(PROPOSAL_OBJECTIVES).map(([value, label]) => ({ value, label }));
const WITHIN = Object.entries(PROPOSAL_WITHIN).map(([value, label]) => ({ value, label }));
/** An empty box means no limit. */
const unitsIn = (value: number | string): number | undefined => (typeof value === 'number' ? value : undefined);

type CampaignLimit = ProposalSettings['limits'][number];

interface LimitRowProps {
  limit: CampaignLimit;
  name: string;
  onChange: (limit: CampaignLimit) => void;
  onRemove: () => void;
}

const LimitRow = ({ limit, name, onChange, onRemove }: LimitRowProps) => {
  const box = (part: 'floor' | 'cap', label: string) => (
    <NumberInput
      size="xs"
      label={label}
      aria-label={`${label} for ${name}`}
      min={0}
      max={1_000_000}
      allowDecimal={false}
      hideControls
      value={limit[part] ?? ''}
      onChange={(value) => {
        const { [part]: _, ...others } = limit;
        const units = unitsIn(value);
        onChange(units === undefined ? others : { ...others, [part]: units });
      }}
    />
  );
  return (
    <li className={classes.limit}>
      <Text component="span" fz="xs" inherit truncate title={name}>
        {name}
      </Text>
      <div className={classes.limitBoxes}>
        {box('floor', 'Floor')}
        {box('cap', 'Cap')}
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove the limits of ${name}`} onClick={onRemove}>
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
    </li>
  );
};

interface ProposalSettingsFormProps {
  state: ProposalState;
  rows: readonly CampaignRow[];
}

/** Settings of a proposal: target, maximum change, scope, and floors and caps of single campaigns. */
export const ProposalSettingsForm = ({ state, rows }: ProposalSettingsFormProps) => {
  const { settings, setSettings, propose, isProposing } = state;
  const bought = useMemo(() => rows.filter(({ basis }) => basis.isPpl), [rows]);
  const names = useMemo(() => new Map(bought.map(({ campaignKey, name }) => [campaignKey, name])), [bought]);
  const lineItems = useMemo(
    () => [...new Map(bought.map(({ goalKey, goalName }) => [String(goalKey), goalName]))],
    [bought],
  );
  const set = (change: Partial<ProposalSettings>) => setSettings({ ...settings, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    propose();
  };
  const chosen = new Set(settings.limits.map(({ campaignKey }) => campaignKey));
  return (
    <FormStack gap={12} miw={0} aria-label="Settings of the proposal" onSubmit={submit}>
      <NativeSelect
        size="xs"
        label="Aim"
        description={settings.objective === 'cost' ? 'Same enrollments, less planned spend' : 'At equal planned spend'}
        data={OBJECTIVES}
        value={settings.objective}
        onChange={(event) => set({ objective: event.currentTarget.value as ProposalObjective })}
      />
      <NativeSelect
        size="xs"
        label="Move units within"
        description="Its planned spend is not raised."
        data={WITHIN}
        value={settings.within}
        onChange={(event) => set({ within: event.currentTarget.value as ProposalWithin })}
      />
      <NumberInput
        size="xs"
        label="Move at most"
        description="Of the allocated units"
        suffix="%"
        min={1}
        max={100}
        allowDecimal={false}
        value={settings.maxShareMoved}
        onChange={(value) => {
          if (typeof value === 'number' && value >= 1) set({ maxShareMoved: value });
        }}
      />
      <MultiSelect
        size="xs"
        label="Line items"
        placeholder={settings.goalKeys ? '' : 'All line items'}
        searchable
        clearable
        data={lineItems.map(([value, label]) => ({ value, label }))}
        value={(settings.goalKeys ?? []).map(String)}
        onChange={(keys) => {
          const { goalKeys: _, ...others } = settings;
          setSettings(keys.length > 0 ? { ...others, goalKeys: keys.map(Number) } : others);
        }}
      />
      <Select
        size="xs"
        label="Floor or cap for a campaign"
        placeholder="Choose a campaign"
        searchable
        value={null}
        data={bought
          .filter(({ campaignKey }) => !chosen.has(campaignKey))
          .map(({ campaignKey, name }) => ({ value: String(campaignKey), label: name }))}
        onChange={(key) => {
          if (key !== null) set({ limits: [...settings.limits, { campaignKey: Number(key) }] });
        }}
      />
      {settings.limits.length > 0 && (
        <PlainList aria-label="Floors and caps">
          {settings.limits.map((limit) => (
            <LimitRow
              key={limit.campaignKey}
              limit={limit}
              name={names.get(limit.campaignKey) ?? ''}
              onChange={(next) =>
                set({ limits: settings.limits.map((one) => (one.campaignKey === next.campaignKey ? next : one)) })
              }
              onRemove={() =>
                set({ limits: settings.limits.filter(({ campaignKey }) => campaignKey !== limit.campaignKey) })
              }
            />
          ))}
        </PlainList>
      )}
      <Button type="submit" size="xs" variant="default" loading={isProposing}>
        {state.proposal ? 'Propose again' : 'Propose'}
      </Button>
    </FormStack>
  );
};

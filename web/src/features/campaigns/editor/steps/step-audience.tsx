import { ActionIcon, Button, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { AUDIENCE_ATTRIBUTES, AUDIENCE_OPERATORS, type AudienceOperator, type AudienceRule } from '@paceline/contract';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { SectionCard } from '../../../../ui/pieces/section-card.tsx';
import { inheritedText } from '../prepare/prepare-words.ts';
import classes from './step-audience.module.css';
import type { CampaignFormApi } from '../use-campaign-form.ts';

type Attribute = AudienceRule['attribute'];
const ATTRIBUTES = Object.keys(AUDIENCE_ATTRIBUTES) as Attribute[];

const firstOf = (attribute: Attribute): AudienceRule => ({
  attribute,
  operator: AUDIENCE_ATTRIBUTES[attribute].operators[0]!,
  values: [],
  onMissing: 'ACCEPT',
});

/** A typed number as a number; other text unchanged, for the rules to refuse. */
const typed = (text: string): string | number => (/^\d+$/.test(text.trim()) ? Number(text) : text.trim());

interface ValuesProps {
  rule: AudienceRule;
  onChange: (values: AudienceRule['values']) => void;
}

const Numbers = ({ rule, onChange }: ValuesProps) => {
  const { label, range } = AUDIENCE_ATTRIBUTES[rule.attribute];
  const names = rule.operator === 'BETWEEN' ? ['from', 'to'] : ['value'];
  return (
    <div className={classes.numbers}>
      {names.map((name, index) => (
        <TextInput
          key={name}
          aria-label={`${label}, ${name}`}
          placeholder={String(range?.[index] ?? '')}
          inputMode="numeric"
          autoComplete="off"
          value={String(rule.values[index] ?? '')}
          onChange={(event) => {
            const text = event.currentTarget.value;
            onChange(names.map((_, at) => (at === index ? typed(text) : (rule.values[at] ?? ''))));
          }}
        />
      ))}
    </div>
  );
};

const Values = ({ rule, onChange }: ValuesProps) => {
  const { label, values } = AUDIENCE_ATTRIBUTES[rule.attribute];
  if (rule.operator === 'IS_EMPTY') return <span />;
  if (values === null) return <Numbers rule={rule} onChange={onChange} />;
  const options = values.map(({ code, label: words }) => ({ value: code, label: words }));
  if (rule.operator === 'IN' || rule.operator === 'NOT_IN')
    return (
      <MultiSelect
        aria-label={`${label}: values`}
        placeholder={rule.values.length === 0 ? 'Choose …' : ''}
        data={options}
        value={rule.values.map(String)}
        searchable
        withScrollArea={false}
        classNames={{ options: classes.options }}
        clearable={false}
        nothingFoundMessage="No matches."
        onChange={onChange}
      />
    );
  return (
    <NativeSelect
      aria-label={`${label}: value`}
      data={[{ value: '', label: 'Choose …' }, ...options]}
      value={String(rule.values[0] ?? '')}
      onChange={(event) => onChange(event.currentTarget.value === '' ? [] : [event.currentTarget.value])}
    />
  );
};

interface RuleProps {
  rule: AudienceRule;
  error: string | undefined;
  onChange: (rule: AudienceRule) => void;
  onRemove: () => void;
}

const Rule = ({ rule, error, onChange, onRemove }: RuleProps) => {
  const { label, operators } = AUDIENCE_ATTRIBUTES[rule.attribute];
  return (
    <li>
      <div className={classes.rule} role="group" aria-label={label}>
        <NativeSelect
          aria-label="Attribute"
          data={ATTRIBUTES.map((attribute) => ({ value: attribute, label: AUDIENCE_ATTRIBUTES[attribute].label }))}
          value={rule.attribute}
          onChange={(event) => onChange(firstOf(event.currentTarget.value as Attribute))}
        />
        <NativeSelect
          aria-label={`${label}: how`}
          data={operators.map((operator) => ({ value: operator, label: AUDIENCE_OPERATORS[operator] }))}
          value={rule.operator}
          onChange={(event) =>
            onChange({ ...rule, operator: event.currentTarget.value as AudienceOperator, values: [] })
          }
        />
        <Values rule={rule} onChange={(values) => onChange({ ...rule, values })} />
        <NativeSelect
          aria-label={`${label}: if unknown`}
          data={[
            { value: 'ACCEPT', label: 'Unknown: accept' },
            { value: 'REJECT', label: 'Unknown: reject' },
          ]}
          value={rule.onMissing}
          disabled={rule.operator === 'IS_EMPTY'}
          onChange={(event) =>
            onChange({ ...rule, onMissing: event.currentTarget.value === 'REJECT' ? 'REJECT' : 'ACCEPT' })
          }
        />
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={`Remove ${label}`} onClick={onRemove}>
          <IconTrash size={17} aria-hidden="true" />
        </ActionIcon>
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </li>
  );
};

interface StepAudienceProps {
  form: CampaignFormApi;
  inherited: readonly Record<string, unknown>[];
}

/** The campaign's rules about a person, in addition to its line item's. */
export const StepAudience = ({ form, inherited }: StepAudienceProps) => {
  const { rules } = form.values;
  const set = (next: AudienceRule[]) => form.change({ rules: next });
  const free = ATTRIBUTES.find((attribute) => rules.every((rule) => rule.attribute !== attribute)) ?? ATTRIBUTES[0]!;
  return (
    <SectionCard title="Audience" note="Which leads are accepted. A lead must meet every rule.">
      {inherited.length > 0 && (
        <div className={classes.inherited}>
          <p>Already required by the line item:</p>
          <ul>
            {inherited.map((criterion) => (
              <li key={inheritedText(criterion)}>{inheritedText(criterion)}</li>
            ))}
          </ul>
        </div>
      )}
      {rules.length === 0 && <p className={classes.none}>Audience: no restrictions beyond those of the line item.</p>}
      <ul className={classes.rules}>
        {rules.map((rule, index) => (
          <Rule
            // Index as key: two rules may be about the same attribute, and rules have no id.
            key={index}
            rule={rule}
            error={form.errorOf(`rules.${index}`)}
            onChange={(changed) => set(rules.map((one, at) => (at === index ? changed : one)))}
            onRemove={() => set(rules.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={15} aria-hidden="true" />}
        disabled={rules.length >= 50}
        onClick={() => set([...rules, firstOf(free)])}
      >
        Add a rule
      </Button>
    </SectionCard>
  );
};

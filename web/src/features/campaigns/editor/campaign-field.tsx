import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { pplCampaignRecord, type RecordField } from '@paceline/contract';
import { HELP_BELOW } from '../../../shared/form/record-field.tsx';
import type { CampaignFormApi } from './use-campaign-form.ts';

interface CampaignFieldProps {
  form: CampaignFormApi;
  name: keyof typeof pplCampaignRecord.fields;
  /** Choices from other records. */
  options?: readonly { value: string; label: string }[];
}

const helpOf = ({ kind, help, whenEmpty }: RecordField, value: unknown): string | undefined =>
  kind === 'day' && value === '' ? `Blank: ${whenEmpty?.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())}` : help;

/** The input of a campaign's declared field. */
export const CampaignField = ({ form, name, options }: CampaignFieldProps) => {
  const declared: RecordField = pplCampaignRecord.fields[name];
  const { label, kind, required = false, isCode, max, words = {}, whenEmpty } = declared;
  const value = form.values[name];
  const change = (changed: unknown) => form.change({ [name]: changed });
  const shared = {
    label,
    description: helpOf(declared, value),
    inputWrapperOrder: HELP_BELOW,
    required,
    error: form.errorOf(name),
    onBlur: () => form.touch(name),
  };
  const typed = {
    ...shared,
    autoComplete: 'off',
    ...(isCode && { spellCheck: false }),
    ...(max !== undefined && { maxLength: max }),
    value: String(value),
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
  };
  switch (kind) {
    case 'flag':
      return (
        <Switch
          label={label}
          description={declared.help}
          checked={value === true}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      );
    case 'paragraph':
      return <Textarea {...typed} autosize minRows={2} maxRows={8} />;
    case 'choice':
      return (
        <NativeSelect {...typed} data={Object.entries(words).map(([code, word]) => ({ value: code, label: word }))} />
      );
    case 'key':
      return (
        <NativeSelect
          {...shared}
          data={[{ value: '', label: whenEmpty ?? '' }, ...(options ?? [])]}
          value={value === null ? '' : String(value)}
          onChange={(event) => change(Number(event.currentTarget.value) || null)}
        />
      );
    default:
      return <TextInput {...typed} {...(kind === 'day' && { type: 'date' })} />;
  }
};

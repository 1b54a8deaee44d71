import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';

interface NumberBoxProps {
  label: string;
  description?: string;
  value: number | null;
  error: string | undefined;
  /** Value of an empty box: null if it may be empty, otherwise NaN. */
  whenEmpty?: null;
  onChange: (value: number) => void;
  onClear?: () => void;
}

const PLAIN = /^\d{1,6}(\.\d{1,2})?$/;

/** A number input kept as text: unreadable input stays in the box and is NaN for the form. */
export const NumberBox = ({ label, description, value, error, onChange, onClear }: NumberBoxProps) => {
  const [typed, setTyped] = useState<{ text: string; for: number | null } | null>(null);
  const stored = value === null || Number.isNaN(value) ? '' : String(value);
  // A value set from outside (restored version, draft) replaces the typed text.
  const isMine = typed !== null && Object.is(typed.for, value);
  return (
    <TextInput
      label={label}
      description={description}
      inputMode="decimal"
      autoComplete="off"
      value={isMine ? typed.text : stored}
      error={error}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const trimmed = text.trim();
        if (trimmed === '' && onClear) {
          setTyped({ text, for: null });
          onClear();
          return;
        }
        const next = PLAIN.test(trimmed) ? Number(trimmed) : Number.NaN;
        setTyped({ text, for: next });
        onChange(next);
      }}
    />
  );
};

interface ChoiceProps<Value extends string> {
  label: string;
  description?: string;
  value: Value;
  words: Readonly<Record<Value, string>>;
  error?: string | undefined;
  onChange: (value: Value) => void;
}

export const Choice = <Value extends string>({
  label,
  description,
  value,
  words,
  error,
  onChange,
}: ChoiceProps<Value>) => (
  <NativeSelect
    label={label}
    description={description}
    data={Object.entries<string>(words).map(([code, text]) => ({ value: code, label: text }))}
    value={value}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value as Value)}
  />
);

interface YesNoProps {
  label: string;
  description?: string;
  value: boolean;
  onChange: (value: boolean) => void;
}

export const YesNo = ({ label, description, value, onChange }: YesNoProps) => (
  <Switch
    label={label}
    description={description}
    checked={value}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
);

import { Box, Button, Group, MultiSelect, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import {
  OWNER_SETTINGS,
  OWNER_TIME_ZONES,
  type OwnerSettingName,
  type OwnerSettings,
  WIDGET_IDS,
  widgetName,
  WIDGETS,
} from '@paceline/contract';
import { type Control, useController } from 'react-hook-form';
import { formatInstant } from '../../../lib/text/format.ts';
import { Note } from '../../../ui/pieces/note.tsx';
import classes from './owner-settings.module.css';
import { defaultOf, isSame, type SectionValue, type SectionValues, textOf } from './prepare-settings.ts';

/** Catalogue reports are not dashboard widgets. */
const WIDGET_OPTIONS = WIDGET_IDS.filter((id) => !WIDGETS[id].path.startsWith('/reporting/catalogue'))
  .map((value) => ({ value, label: widgetName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label));

/** Units of numbers. */
const UNITS: Readonly<Record<string, string>> = {
  days: 'days',
  minutes: 'minutes',
  percent: '%',
  inquiries: 'inquiries',
};

interface ControlProps {
  name: OwnerSettingName;
  settings: OwnerSettings;
  value: SectionValue;
  onChange: (value: SectionValue) => void;
  onBlur: () => void;
  error: string | undefined;
  disabled: boolean;
}

const optionsOf = (name: OwnerSettingName, { verticals, values }: OwnerSettings) => {
  const { kind, choices = {} } = OWNER_SETTINGS[name];
  if (kind === 'zone') return [...new Set([values.timeZone, ...OWNER_TIME_ZONES])];
  if (kind === 'vertical')
    return verticals.map(({ verticalKey, name: label }) => ({ value: String(verticalKey), label }));
  return Object.entries(choices).map(([value, label]) => ({ value, label }));
};

const SettingControl = ({ name, settings, value, onChange, ...box }: ControlProps) => {
  const { kind, label } = OWNER_SETTINGS[name];
  const text = typeof value === 'string' ? value : '';
  const shared = { ...box, name, label };
  if (kind === 'switch')
    return (
      <Switch {...shared} checked={value === true} onChange={({ currentTarget: { checked } }) => onChange(checked)} />
    );
  if (kind === 'widgets')
    return (
      <MultiSelect
        {...shared}
        data={WIDGET_OPTIONS}
        value={Array.isArray(value) ? value : []}
        onChange={(chosen) => onChange(chosen.toSorted())}
        searchable
        clearable
      />
    );
  if (kind === 'choice' || kind === 'zone' || kind === 'vertical')
    return (
      <NativeSelect
        {...shared}
        data={optionsOf(name, settings)}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  if (kind === 'lines')
    return (
      <Textarea
        {...shared}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        autosize
        minRows={2}
      />
    );
  return (
    <TextInput
      {...shared}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autoComplete="off"
      {...(kind in UNITS && {
        inputMode: 'numeric' as const,
        rightSection: UNITS[kind],
        rightSectionWidth: 72,
        rightSectionPointerEvents: 'none' as const,
      })}
    />
  );
};

interface SettingFieldProps {
  name: OwnerSettingName;
  settings: OwnerSettings;
  control: Control<SectionValues>;
}

/** One setting: description, default, this owner's value, and who changed it. */
export const SettingField = ({ name, settings, control }: SettingFieldProps) => {
  const { field, fieldState } = useController({ control, name });
  const { label, words } = OWNER_SETTINGS[name];
  const standard = defaultOf(name, settings);
  const change = settings.changes.find((one) => one.name === name);
  const lock = settings.locks.find((one) => one.name === name)?.reason;
  const isOwn = standard !== undefined && !isSame(field.value, standard);
  return (
    <div className={classes.setting} data-own={isOwn || undefined}>
      <div>
        <SettingControl
          name={name}
          settings={settings}
          value={field.value ?? ''}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          disabled={lock !== undefined}
        />
      </div>
      <Box miw={0} pt={2}>
        <Note>{lock ?? words}</Note>
        <Group gap="4px 16px" mt={4} fz="xs">
          {standard !== undefined && <span>Default: {textOf(name, standard, settings)}</span>}
          {change && (
            <span>
              Changed by {change.by ?? 'Paceline'}, {formatInstant(change.at, settings.timeZone)}
            </span>
          )}
          {isOwn && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Reset to default: ${label}`}
              onClick={() => field.onChange(standard)}
            >
              Reset to default
            </Button>
          )}
        </Group>
      </Box>
    </div>
  );
};

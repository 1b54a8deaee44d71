import { Menu } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

export interface RadioChoice<Value extends string> {
  value: Value;
  label: string;
  Icon: Icon;
}

interface RadioItemsProps<Value extends string> {
  value: Value;
  choices: readonly RadioChoice<Value>[];
  onChange: (value: Value) => void;
}

/** A choice among a few values with icons, inside a menu. */
export const RadioItems = <Value extends string>({ value, choices, onChange }: RadioItemsProps<Value>) => (
  <Menu.RadioGroup value={value} onChange={(chosen) => onChange(chosen as Value)}>
    {choices.map((one) => (
      <Menu.RadioItem
        key={one.value}
        value={one.value}
        closeMenuOnClick
        rightSection={<one.Icon size={16} aria-hidden="true" />}
      >
        {one.label}
      </Menu.RadioItem>
    ))}
  </Menu.RadioGroup>
);

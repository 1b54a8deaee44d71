import { Button, type MantineColorScheme, Menu } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { type RadioChoice, RadioItems } from '../forms/radio-items.tsx';
import { useScheme } from './use-scheme.ts';

const SCHEMES = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const satisfies RadioChoice<MantineColorScheme>[];

/** Theme choice inside a menu. */
export const ThemeItems = () => {
  const { scheme, setScheme } = useScheme();
  return <RadioItems value={scheme} choices={SCHEMES} onChange={setScheme} />;
};

/** For pages without a user menu. */
export const ThemeSwitch = () => {
  const { scheme } = useScheme();
  const { label, Icon } = SCHEMES.find(({ value }) => value === scheme) ?? SCHEMES[2];
  return (
    <Menu position="bottom-end" width={160} shadow="md">
      <Menu.Target>
        <Button variant="subtle" color="gray" size="xs" leftSection={<Icon size={16} aria-hidden="true" />}>
          {`Theme: ${label}`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ThemeItems />
      </Menu.Dropdown>
    </Menu>
  );
};

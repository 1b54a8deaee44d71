import { ActionIcon, type MantineColorScheme, Menu } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useScheme } from './use-scheme.ts';

const SCHEMES = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const satisfies { value: MantineColorScheme; label: string; Icon: typeof IconSun }[];

export const ThemeSwitch = () => {
  const { scheme, setScheme } = useScheme();
  const { label, Icon } = SCHEMES.find(({ value }) => value === scheme) ?? SCHEMES[2];
  return (
    <Menu position="bottom-end" width={160} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={34} aria-label={`Theme: ${label}`}>
          <Icon size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={scheme} onChange={(value) => setScheme(value as MantineColorScheme)}>
          {SCHEMES.map((one) => (
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
      </Menu.Dropdown>
    </Menu>
  );
};

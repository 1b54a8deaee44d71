import { ActionIcon, Menu } from '@mantine/core';
import { IconBaselineDensityLarge, IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react';
import { type RadioChoice, RadioItems } from '../../forms/radio-items.tsx';
import type { Density } from '../types.ts';

const DENSITIES = [
  { value: 'compact', label: 'Compact', Icon: IconBaselineDensitySmall },
  { value: 'standard', label: 'Standard', Icon: IconBaselineDensityMedium },
  { value: 'comfortable', label: 'Comfortable', Icon: IconBaselineDensityLarge },
] as const satisfies RadioChoice<Density>[];

interface DensityMenuProps {
  density: Density;
  onDensity: (density: Density) => void;
}

export const DensityMenu = ({ density, onDensity }: DensityMenuProps) => {
  const { label, Icon } = DENSITIES.find(({ value }) => value === density) ?? DENSITIES[1];
  return (
    <Menu position="bottom-end" width={160} shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={`Row height: ${label}`}>
          <Icon size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <RadioItems value={density} choices={DENSITIES} onChange={onDensity} />
      </Menu.Dropdown>
    </Menu>
  );
};

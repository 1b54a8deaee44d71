import { Box, Group, Text } from '@mantine/core';
import type { ShownBranding } from '@paceline/contract';
import { BrandLogo } from '../../ui/marks/brand-logo.tsx';
import classes from './brand-panel.module.css';
import { PaceGraphic } from './pace-graphic.tsx';

export const BrandPanel = ({ brand }: { brand: ShownBranding }) => (
  <aside className={classes.panel} aria-label={`About ${brand.name || 'Paceline'}`}>
    <Group gap={12} wrap="nowrap" fw={650} fz="1.25rem" lts="-0.01em">
      {/* On a plate: a logo is made for light paper, and the panel is dark. */}
      <span className={brand.logo === null ? classes.plain : classes.plate}>
        <BrandLogo brand={brand} size={34} />
      </span>
    </Group>
    <Box pt={40} pb={24} px={0} maw="30rem">
      <Text
        inherit
        fw={650}
        fz="clamp(1.75rem, 2.6vw, 2.375rem)"
        lh={1.18}
        lts="-0.02em"
        style={{ textWrap: 'balance' }}
      >
        Every budget on pace, every lead accounted for.
      </Text>
      <Text inherit mt={16} maw="44ch" c="#c9dcea" fz="1rem" lh={1.6} style={{ textWrap: 'pretty' }}>
        Goals, allocations, pacing and leads of paid media, for every client and through every media partner, in one
        place.
      </Text>
    </Box>
    <PaceGraphic />
  </aside>
);

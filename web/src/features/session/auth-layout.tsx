import { Flex, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearch } from '@tanstack/react-router';
import { useBrandAt } from '../../shared/branding/use-brand.ts';
import { BrandLogo } from '../../ui/marks/brand-logo.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { Columns } from '../../ui/pieces/columns.tsx';
import { ThemeSwitch } from '../../ui/theme/theme-switch.tsx';
import { useFrameGone } from '../../ui/theme/use-frame-gone.ts';
import classes from './auth-layout.module.css';
import { BrandPanel } from './brand-panel.tsx';

interface AuthLayoutProps {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** The layout of pages outside the shell. */
export const AuthLayout = ({ title, lead, children }: AuthLayoutProps) => {
  useFrameGone();
  const { brand: address }: { brand?: string } = useSearch({ strict: false });
  const brand = useBrandAt(address);
  return (
    <Columns of="minmax(0, 11fr) minmax(0, 10fr)" mih="100%">
      <title>{`${title} · ${brand.name || 'Paceline'}`}</title>
      <BrandPanel brand={brand} />
      <Flex component="main" direction="column" pt={20} pb={32} px={24} mih="100%" bg="var(--pl-surface)">
        <div className={classes.corner}>
          <span className={classes.smallBrand}>
            <BrandLogo brand={brand} size={26} />
          </span>
          <ThemeSwitch />
        </div>
        <div className={classes.box}>
          <Title order={1} fz="1.75rem" lh={1.2} lts="-0.02em">
            {title}
          </Title>
          <Note mt={6} mb={28}>
            {lead}
          </Note>
          {children}
        </div>
      </Flex>
    </Columns>
  );
};

import { Box, type BoxProps, getSpacing, type MantineSpacing } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import classes from '../pieces/pieces.module.css';

interface PlainListProps extends Omit<BoxProps, 'style'>, Omit<ComponentPropsWithoutRef<'ul'>, keyof BoxProps> {
  component?: 'ul' | 'ol';
  gap?: MantineSpacing;
  align?: 'flex-start' | 'center';
}

/** A list without bullets. */
export const PlainList = ({ component = 'ul', gap = 0, align, ...rest }: PlainListProps) => (
  <Box
    component={component as 'ul'}
    className={classes.list}
    style={{ gap: getSpacing(gap), alignItems: align }}
    {...rest}
  />
);

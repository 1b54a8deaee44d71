import { Box, type BoxProps, getSpacing, type MantineSpacing } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import classes from './pieces.module.css';

interface ColumnsProps extends Omit<BoxProps, 'style'>, Omit<ComponentPropsWithoutRef<'div'>, keyof BoxProps> {
  /** Number of equal columns, or a grid template. */
  of?: number | string;
  /** As many columns as fit with this minimum width in pixels. */
  min?: number;
  gap?: MantineSpacing;
  align?: 'start' | 'center' | 'end' | 'stretch';
}

const templateOf = (of: number | string, min: number | undefined): string => {
  if (min !== undefined) return `repeat(auto-fit, minmax(min(100%, ${min}px), 1fr))`;
  return typeof of === 'number' ? `repeat(${of}, minmax(0, 1fr))` : of;
};

/** Columns that become one on a narrow screen. */
export const Columns = ({ of = 2, min, gap = 0, align, ...rest }: ColumnsProps) => (
  <Box
    className={classes.columns}
    mod={{ uneven: typeof of === 'string' }}
    style={{ '--columns': templateOf(of, min), gap: getSpacing(gap), alignItems: align }}
    {...rest}
  />
);

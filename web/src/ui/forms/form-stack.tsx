import { Box, type BoxProps, getSpacing, type MantineSpacing } from '@mantine/core';
import type { ComponentProps } from 'react';
import classes from '../pieces/pieces.module.css';

interface FormStackProps extends Omit<BoxProps, 'style'>, Omit<ComponentProps<'form'>, keyof BoxProps> {
  gap?: MantineSpacing;
}

/** A form with its fields in one column. */
export const FormStack = ({ gap = 14, ...rest }: FormStackProps) => (
  <Box component="form" className={classes.stack} style={{ gap: getSpacing(gap) }} {...rest} />
);

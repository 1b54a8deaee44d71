import { Text, type TextProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';

type ErrorTextProps = TextProps & Omit<ComponentPropsWithoutRef<'p'>, keyof TextProps>;

/** An error message as a paragraph. */
export const ErrorText = (props: ErrorTextProps) => (
  <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }} {...props} />
);

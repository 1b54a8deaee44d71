import { Text, type TextProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';

type ErrorTextProps = TextProps & Omit<ComponentPropsWithoutRef<'p'>, keyof TextProps>;

/** A paragraph that says what is wrong. */
export const ErrorText = (props: ErrorTextProps) => (
  <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }} {...props} />
);

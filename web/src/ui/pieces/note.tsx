import { Text, type TextProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';

type NoteProps = TextProps & Omit<ComponentPropsWithoutRef<'p'>, keyof TextProps>;

/** Explanatory text. */
export const Note = (props: NoteProps) => <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }} {...props} />;

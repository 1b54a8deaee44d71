import { Text, type TextProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';

type NoteProps = TextProps & Omit<ComponentPropsWithoutRef<'p'>, keyof TextProps>;

/** A paragraph that explains what stands beside it. */
export const Note = (props: NoteProps) => <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }} {...props} />;

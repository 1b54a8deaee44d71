import { Group, type GroupProps } from '@mantine/core';

/** Buttons at the end of a form, dialog or card. */
export const ButtonRow = (props: GroupProps) => <Group gap={8} justify="flex-end" {...props} />;

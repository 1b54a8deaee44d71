import { Group, type GroupProps } from '@mantine/core';

/** The buttons at the end of a form, a dialog or a card. */
export const ButtonRow = (props: GroupProps) => <Group gap={8} justify="flex-end" {...props} />;

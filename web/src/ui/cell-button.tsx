import { Anchor, type AnchorProps } from '@mantine/core';
import type { ComponentProps } from 'react';

type CellButtonProps = AnchorProps & Omit<ComponentProps<'button'>, keyof AnchorProps>;

/** Cell text that opens something beside its table. */
export const CellButton = (props: CellButtonProps) => (
  <Anchor component="button" type="button" inherit truncate maw="100%" {...props} />
);

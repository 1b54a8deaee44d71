import { TextInput } from '@mantine/core';
import { IO_LIMITS } from '@paceline/contract';

interface SenderTitleProps {
  name: string;
  title: string;
  onTitle: (title: string) => void;
}

/** Whoever sends an order signs it for the agency. */
export const SenderTitle = ({ name, title, onTitle }: SenderTitleProps) => (
  <TextInput
    label="Your title"
    description={`The order is signed for the agency by ${name}.`}
    autoComplete="organization-title"
    maxLength={IO_LIMITS.signer}
    value={title}
    onChange={({ currentTarget: { value } }) => onTitle(value)}
  />
);

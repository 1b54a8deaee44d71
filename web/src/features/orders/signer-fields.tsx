import { TextInput } from '@mantine/core';
import { type answerProblem, IO_LIMITS, type IoSigner } from '@paceline/contract';

interface SignerFieldsProps {
  signer: IoSigner;
  onSigner: (signer: IoSigner) => void;
  problem: ReturnType<typeof answerProblem>;
}

/** Who accepts an order for the media partner. */
export const SignerFields = ({ signer, onSigner, problem }: SignerFieldsProps) => (
  <>
    <TextInput
      label="Your name"
      required
      autoComplete="name"
      maxLength={IO_LIMITS.signer}
      value={signer.name}
      error={problem?.field === 'signerName' && problem.message}
      onChange={({ currentTarget: { value } }) => onSigner({ ...signer, name: value })}
    />
    <TextInput
      label="Your title"
      required
      autoComplete="organization-title"
      maxLength={IO_LIMITS.signer}
      value={signer.title}
      error={problem?.field === 'signerTitle' && problem.message}
      onChange={({ currentTarget: { value } }) => onSigner({ ...signer, title: value })}
    />
  </>
);

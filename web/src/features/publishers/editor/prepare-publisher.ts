import {
  heldProblems,
  type HeldValues,
  type Publisher,
  publisherRecord,
  type RecordProblem,
  sentValues,
} from '@paceline/contract';
import { formParts } from '../../../shared/form/prepare-record.ts';

export type PublisherValues = HeldValues<typeof publisherRecord.fields>;

/** The publisher as sent; a reason only with a block. */
export const publisherOf = (values: PublisherValues) => {
  const sent = sentValues(publisherRecord, values);
  return sent.status === 'BLOCKED' ? sent : { ...sent, reason: '' };
};

const parts = formParts(publisherRecord);
export const publisherParts = {
  ...parts,
  valuesOf: ({ status, statusReason, ...publisher }: Publisher): PublisherValues =>
    // The form has no inactive status.
    parts.valuesOf({ ...publisher, reason: statusReason ?? '', status: status === 'INACTIVE' ? 'APPROVED' : status }),
  problems: (values: PublisherValues): RecordProblem[] => [
    ...heldProblems(publisherRecord, values),
    ...(values.status === 'BLOCKED' && values.reason.trim() === ''
      ? [{ path: 'reason', message: 'Enter a reason.' }]
      : []),
  ],
};

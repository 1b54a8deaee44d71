import {
  heldProblems,
  type HeldValues,
  type PublisherSourceRecord,
  type RecordProblem,
  sentValues,
  sourceRecord,
  type SourcesForm,
} from '@paceline/contract';
import { formParts, type Names } from '../../../shared/form/prepare-record.ts';

export type SourceFormValues = HeldValues<typeof sourceRecord.fields>;

/** An empty name defaults to the tag. */
const named = (values: SourceFormValues): SourceFormValues =>
  values.displayName.trim() === '' ? { ...values, displayName: values.sourceTag } : values;

export const sourcesOf = (values: SourceFormValues, stored: PublisherSourceRecord | null): SourcesForm => {
  const { aggregatorKey, publisherKey, ...source } = sentValues(sourceRecord, named(values));
  const { publisherSourceKey = null, rowVersion = null } = stored ?? {};
  return { aggregatorKey, publisherKey, sources: [{ ...source, publisherSourceKey, rowVersion }] };
};

/** Maps a server field such as `sources.0.landingUrls.2` to the input `landingUrls`. */
export const fieldOfSource = (path: string): string | null =>
  path.split('.').find((part) => Object.hasOwn(sourceRecord.fields, part)) ?? null;

export const sourceProblems = (values: SourceFormValues): RecordProblem[] =>
  // A missing name is an error only together with a missing tag, which is reported instead.
  heldProblems(sourceRecord, named(values)).filter(
    ({ path }) => path !== 'displayName' || values.displayName.trim() !== '',
  );

export const sourceParts = (names: Names<typeof sourceRecord.fields>) => ({
  ...formParts(sourceRecord, names),
  problems: sourceProblems,
});

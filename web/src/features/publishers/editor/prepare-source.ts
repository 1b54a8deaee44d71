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

/** A name that is left empty is the tag's. */
const named = (values: SourceFormValues): SourceFormValues =>
  values.displayName.trim() === '' ? { ...values, displayName: values.sourceTag } : values;

export const sourcesOf = (values: SourceFormValues, stored: PublisherSourceRecord | null): SourcesForm => {
  const { aggregatorKey, publisherKey, ...source } = sentValues(sourceRecord, named(values));
  const { publisherSourceKey = null, rowVersion = null } = stored ?? {};
  return { aggregatorKey, publisherKey, sources: [{ ...source, publisherSourceKey, rowVersion }] };
};

/** `sources.0.landingUrls.2` of the server is the box `landingUrls`. */
export const fieldOfSource = (path: string): string | null =>
  path.split('.').find((part) => Object.hasOwn(sourceRecord.fields, part)) ?? null;

export const sourceProblems = (values: SourceFormValues): RecordProblem[] =>
  // A name is asked for only where there is no tag to take it from, and then the tag is.
  heldProblems(sourceRecord, named(values)).filter(
    ({ path }) => path !== 'displayName' || values.displayName.trim() !== '',
  );

export const sourceParts = (names: Names<typeof sourceRecord.fields>) => ({
  ...formParts(sourceRecord, names),
  problems: sourceProblems,
});

import { type PublisherSourceRecord, type SourcesForm, sourcesFormSchema } from '@paceline/contract';
import { field, group, type Rule } from '../../../shared/form/prepare-merge.ts';
import { type FieldProblem, schemaProblems } from '../../../shared/form/prepare-refusal.ts';

/** A source as its form holds it: keys as choices have them, addresses one a line. */
export interface SourceFormValues {
  aggregatorKey: string;
  publisherKey: string;
  sourceTag: string;
  displayName: string;
  landingUrls: string;
  disclosureTextKey: string;
  notes: string;
}

export const SOURCE_LABELS: Readonly<Record<keyof SourceFormValues, string>> = {
  aggregatorKey: 'Media partner',
  publisherKey: 'Publisher',
  sourceTag: 'Source tag',
  displayName: 'Name',
  landingUrls: 'Landing pages',
  disclosureTextKey: 'Disclosure text',
  notes: 'Notes',
};

export const newSourceValues = (aggregatorKey: number | null): SourceFormValues => ({
  aggregatorKey: aggregatorKey === null ? '' : String(aggregatorKey),
  publisherKey: '',
  sourceTag: '',
  displayName: '',
  landingUrls: '',
  disclosureTextKey: '',
  notes: '',
});

export const valuesOfSource = (source: PublisherSourceRecord): SourceFormValues => ({
  aggregatorKey: String(source.aggregatorKey),
  publisherKey: String(source.publisherKey),
  sourceTag: source.sourceTag,
  displayName: source.displayName,
  landingUrls: source.landingUrls.join('\n'),
  disclosureTextKey: source.disclosureTextKey === null ? '' : String(source.disclosureTextKey),
  notes: source.notes,
});

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\s+/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** What is sent; a name that is left empty is the tag's. */
export const sourcesOf = (values: SourceFormValues, stored: PublisherSourceRecord | null): SourcesForm => ({
  aggregatorKey: Number(values.aggregatorKey),
  publisherKey: Number(values.publisherKey),
  sources: [
    {
      publisherSourceKey: stored?.publisherSourceKey ?? null,
      rowVersion: stored?.rowVersion ?? null,
      sourceTag: values.sourceTag,
      displayName: values.displayName.trim() === '' ? values.sourceTag : values.displayName,
      landingUrls: linesOf(values.landingUrls),
      disclosureTextKey: values.disclosureTextKey === '' ? null : Number(values.disclosureTextKey),
      notes: values.notes,
    },
  ],
});

/** `sources.0.landingUrls.2` of the server is the box `landingUrls`. */
export const fieldOfSource = (path: string): keyof SourceFormValues | null => {
  const name = path.split('.').find((part) => part in SOURCE_LABELS);
  return (name as keyof SourceFormValues | undefined) ?? null;
};

export const sourceProblems = (values: SourceFormValues, stored: PublisherSourceRecord | null): FieldProblem[] => {
  if (values.aggregatorKey === '') return [{ path: 'aggregatorKey', message: 'Choose a media partner.' }];
  const missing =
    values.publisherKey === '' ? [{ path: 'publisherKey', message: 'Choose a publisher or add one.' }] : [];
  const form = sourcesOf(values, stored);
  const found = schemaProblems(sourcesFormSchema, form).flatMap(({ path, message }): FieldProblem[] => {
    const name = fieldOfSource(path);
    // A name is asked for only where there is no tag to take it from.
    if (name === null || name === 'publisherKey' || (name === 'displayName' && values.displayName.trim() === ''))
      return [];
    const line = name === 'landingUrls' ? form.sources[0]?.landingUrls[Number(path.split('.').at(-1))] : undefined;
    return [{ path: name, message: `${line === undefined ? SOURCE_LABELS[name] : `“${line}”`} ${message}.` }];
  });
  return [...missing, ...found];
};

/** How each field is merged with what somebody else saved, and told. */
export const sourceRule = (nameOf: {
  publisher: (key: string) => string;
  disclosure: (key: string) => string;
}): Rule<SourceFormValues> => {
  const text = (name: keyof SourceFormValues) => field<string>(SOURCE_LABELS[name], (value) => value);
  return group<SourceFormValues>({
    aggregatorKey: text('aggregatorKey'),
    publisherKey: field<string>(SOURCE_LABELS.publisherKey, nameOf.publisher),
    sourceTag: text('sourceTag'),
    displayName: text('displayName'),
    landingUrls: field<string>(SOURCE_LABELS.landingUrls, (value) => linesOf(value).join(', '), {
      isSame: (a, b) => JSON.stringify(linesOf(a)) === JSON.stringify(linesOf(b)),
    }),
    disclosureTextKey: field<string>(SOURCE_LABELS.disclosureTextKey, nameOf.disclosure),
    notes: text('notes'),
  });
};

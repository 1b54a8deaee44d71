import {
  type Publisher,
  type PublisherForm,
  publisherFormSchema,
  SOURCE_STATUSES,
  type SetSourceStatus,
  TRAFFIC_TYPES,
  type TrafficType,
} from '@paceline/contract';
import { field, group, type Rule } from '../../../shared/form/prepare-merge.ts';
import { type FieldProblem, schemaProblems } from '../../../shared/form/prepare-refusal.ts';

export interface PublisherValues {
  publisherName: string;
  domain: string;
  trafficTypes: string[];
  status: SetSourceStatus;
  reason: string;
}

export const PUBLISHER_LABELS: Readonly<Record<keyof PublisherValues, string>> = {
  publisherName: 'Name',
  domain: 'Domain',
  trafficTypes: 'Traffic',
  status: 'Status',
  reason: 'Reason',
};

export const NEW_PUBLISHER: PublisherValues = {
  publisherName: '',
  domain: '',
  trafficTypes: [],
  status: 'APPROVED',
  reason: '',
};

export const valuesOfPublisher = (publisher: Publisher): PublisherValues => ({
  publisherName: publisher.publisherName,
  domain: publisher.domain ?? '',
  trafficTypes: [...publisher.trafficTypes],
  // Nothing makes a publisher inactive.
  status: publisher.status === 'INACTIVE' ? 'APPROVED' : publisher.status,
  reason: publisher.statusReason ?? '',
});

export const publisherOf = (
  { publisherName, domain, trafficTypes, status, reason }: PublisherValues,
  aggregatorKey: number,
  stored: Publisher | null,
): PublisherForm => ({
  publisherKey: stored?.publisherKey ?? null,
  rowVersion: stored?.rowVersion ?? null,
  aggregatorKey,
  publisherName,
  domain: domain.trim() === '' ? null : domain,
  trafficTypes: TRAFFIC_TYPES.filter((type): type is TrafficType => trafficTypes.includes(type)),
  status,
  reason: status === 'BLOCKED' ? reason : '',
});

export const publisherProblems = (
  values: PublisherValues,
  aggregatorKey: number,
  stored: Publisher | null,
): FieldProblem[] => {
  const found = schemaProblems(publisherFormSchema, publisherOf(values, aggregatorKey, stored)).map(
    ({ path, message }) => {
      const name = path.split('.')[0] as keyof PublisherValues;
      return { path: name, message: `${PUBLISHER_LABELS[name]} ${message}.` };
    },
  );
  return values.status === 'BLOCKED' && values.reason.trim() === ''
    ? [...found, { path: 'reason', message: 'Give a reason.' }]
    : found;
};

const text = (name: keyof PublisherValues): Rule<string> => field<string>(PUBLISHER_LABELS[name], (value) => value);

export const publisherRule: Rule<PublisherValues> = group<PublisherValues>({
  publisherName: text('publisherName'),
  domain: text('domain'),
  trafficTypes: field<string[]>(PUBLISHER_LABELS.trafficTypes, (types) => types.join(', '), {
    isSame: (a, b) => JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted()),
  }),
  status: field<SetSourceStatus>(PUBLISHER_LABELS.status, (status) => SOURCE_STATUSES[status]),
  reason: text('reason'),
});

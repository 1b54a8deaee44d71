import {
  changesInWords,
  loggedChange,
  type LoggedChange,
  publisherRecord,
  type PublisherSource,
  sourceRecord,
  type SourceStatus,
} from '@paceline/contract';

type Told = 'publisherName' | 'sourceTag' | 'displayName' | 'landingUrls' | 'disclosureName';
interface Loggable extends Pick<PublisherSource, Told> {
  notes: string;
  ownStatus: SourceStatus;
  ownReason: string | null;
}

/** A source with names in place of keys: its publisher and disclosure text may be gone when the line is read. */
const named = ({ publisherName, disclosureName, ownStatus, ownReason, ...source }: Loggable) => {
  const { sourceTag, displayName, landingUrls, notes } = source;
  const texts = { publisherKey: publisherName, disclosureTextKey: disclosureName };
  return { ...texts, sourceTag, displayName, landingUrls, notes, status: ownStatus, statusReason: ownReason };
};

/** For a change, the old and new values; for a new source, all values. */
export const loggedSource = (before: Loggable | null, after: Loggable): LoggedChange | null =>
  loggedChange(sourceRecord, before && named(before), named(after));

interface StoredChange {
  entity: 'publisher' | 'publisher_source';
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
}

/** A change of a source, or of its publisher, for display: the changed fields with their labels. */
export const changedFields = ({ entity, ...change }: StoredChange) =>
  entity === 'publisher_source'
    ? changesInWords(sourceRecord, change)
    : changesInWords(publisherRecord, change).map((one) => ({
        ...one,
        label: `${publisherRecord.label}’s ${one.label.toLowerCase()}`,
      }));

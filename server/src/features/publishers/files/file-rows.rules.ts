import { fileHeading, publisherRecord, type RecordField, type SourceStatus, TRAFFIC_TYPES } from '@paceline/contract';
import { type BulkValue, type BulkValues } from '../../../shared/bulk/cell-values.rules.ts';

/** A cell with several values: `Email; Native`. */
export const fromList = (text: string): string[] => [
  ...new Set(
    text
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];
export const toList = (values: readonly string[]): string => values.join('; ');

/** Known types in their stored spelling and order; an unknown one stays as it is and is refused. */
export const normalTraffic = (text: string): string => {
  const parts = fromList(text).map(
    (part) => TRAFFIC_TYPES.find((type) => type.toLowerCase() === part.toLowerCase()) ?? part,
  );
  const rank = (part: string): number => (TRAFFIC_TYPES as readonly string[]).indexOf(part);
  return toList([...new Set(parts)].toSorted((a, b) => rank(a) - rank(b)));
};

export const unknownTraffic = (text: string): string[] =>
  fromList(text).filter((part) => !(TRAFFIC_TYPES as readonly string[]).includes(part));

interface FiledSource {
  publisherName: string;
  sourceTag: string;
  displayName: string;
  domain: string | null;
  trafficTypes: readonly string[];
  landingUrls: readonly string[];
  ownStatus: SourceStatus;
  ownReason: string | null;
  rowVersion: number;
}

/** A source as a row of the file. */
export const fileValuesOf = (source: FiledSource): Record<string, BulkValue> => ({
  publisherName: source.publisherName,
  sourceTag: source.sourceTag,
  displayName: source.displayName,
  domain: source.domain,
  trafficTypes: normalTraffic(toList(source.trafficTypes)) || null,
  landingUrls: toList(source.landingUrls) || null,
  status: source.ownStatus,
  statusReason: source.ownReason,
  rowVersion: source.rowVersion,
});

/** Domain and traffic belong to the publisher: rows of the same publisher must agree on them. */
const SHARED = (['domain', 'trafficTypes'] as const).map((key) => ({
  key,
  label: fileHeading(publisherRecord.fields[key] satisfies RecordField),
}));

interface FiledRow {
  row: number;
  cells: BulkValues;
  problems: { column: string | null; message: string }[];
}

export const agreeOnPublishers = <Row extends FiledRow>(rows: readonly Row[]): Row[] => {
  const named = rows.filter(({ cells }) => typeof cells['publisherName'] === 'string');
  const byPublisher = Map.groupBy(named, ({ cells }) => String(cells['publisherName']).toLowerCase());
  const remarks = new Map<number, FiledRow['problems']>();
  for (const ofOne of byPublisher.values())
    for (const { key, label } of SHARED) {
      const said = ofOne.filter(({ cells }) => key in cells);
      const [first] = said;
      if (first === undefined) continue;
      for (const { row, cells } of said.slice(1)) {
        if (cells[key] === first.cells[key]) continue;
        const message = `${label} is the publisher’s: row ${first.row} says another one of the same publisher.`;
        remarks.set(row, [...(remarks.get(row) ?? []), { column: key, message }]);
      }
    }
  return rows.map((row) => ({ ...row, problems: [...row.problems, ...(remarks.get(row.row) ?? [])] }));
};

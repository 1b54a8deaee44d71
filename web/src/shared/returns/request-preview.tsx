import { Facts } from '../../ui/lists/facts.tsx';
import { Text } from '@mantine/core';
import type { ReturnPreviewRow } from '@paceline/contract';
import { formatCount, formatInstant } from '../../lib/text/format.ts';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { ScrollFrame } from '../../ui/pieces/scroll-frame.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { limitNote } from './prepare-returns.ts';
import classes from './returns.module.css';

/** Used share of the limit, without this request. */
const usedText = ({ limit }: ReturnPreviewRow): string =>
  limit === null ? '' : `${formatCount(limit.accepted + limit.open)} of ${formatCount(limit.allowed)} used`;

const One = ({ row, timeZone }: { row: ReturnPreviewRow; timeZone: string }) => (
  <Facts
    mb={12}
    facts={[
      ['Delivered', formatInstant(row.deliveredAt, timeZone)],
      ['Can be returned until', formatInstant(row.windowEndsAt, timeZone)],
      ['Limit', row.limit && `${usedText(row)}: ${limitNote(row.limit)}`],
      [
        'Result',
        row.refusal && (
          <StatusMark key="result" tone="bad">
            {row.refusal}
          </StatusMark>
        ),
      ],
    ]}
  />
);

/** Which leads can be returned, and why the others cannot. */
export const RequestPreview = ({ rows, timeZone }: { rows: readonly ReturnPreviewRow[]; timeZone: string }) => {
  const [first] = rows;
  if (first === undefined) return null;
  if (rows.length === 1 && first.leadId !== null) return <One row={first} timeZone={timeZone} />;
  const ready = rows.filter(({ refusal }) => refusal === null).length;
  return (
    <>
      <Text size="sm" role="status">
        {formatCount(ready)} of {formatCount(rows.length)} can be returned.
      </Text>
      <ScrollFrame label="Leads to return" height={220}>
        <PlainList mt={8} mb={12}>
          {rows.map((row) => (
            <li key={row.lead} className={classes.comment}>
              <Text size="sm">
                <strong>{row.leadId ?? row.lead}</strong>{' '}
                {row.limit && (
                  <Text span size="sm" c="dimmed">
                    until {formatInstant(row.windowEndsAt, timeZone)}, {usedText(row)}
                  </Text>
                )}
              </Text>
              <StatusMark tone={row.refusal === null ? 'good' : 'bad'}>{row.refusal ?? 'Can be returned'}</StatusMark>
            </li>
          ))}
        </PlainList>
      </ScrollFrame>
    </>
  );
};

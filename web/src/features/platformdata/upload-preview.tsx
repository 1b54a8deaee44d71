import { Button, Checkbox, Text } from '@mantine/core';
import { doesShrink, type PlatformPreview, type PlatformReplaced } from '@paceline/contract';
import { formatDay } from '../../lib/text/format.ts';
import table from '../../ui/lists/plain-table.module.css';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { measuredText, previewText } from './prepare-platformdata.ts';
import classes from './platformdata.module.css';

/** More are not read one by one; the totals above have all of them. */
const MAX_SHOWN = 40;

interface Row extends PlatformReplaced {
  key: string;
  name: string;
}
interface ReplacedTableProps {
  label: string;
  report: PlatformPreview['report'];
  rows: readonly Row[];
}

const ReplacedTable = ({ label, report, rows }: ReplacedTableProps) => (
  <>
    <table className={table.table} aria-label={`Changes by ${label.toLowerCase()}`}>
      <TableHead of={[label, 'Stored now', 'After this report', 'Note']} />
      <tbody>
        {rows.slice(0, MAX_SHOWN).map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.name}</th>
            <td data-label="Stored now">{measuredText(report, row.before)}</td>
            <td data-label="After this report">{measuredText(report, row.after)}</td>
            <td data-label="Note">{doesShrink(row) && <StatusMark tone="bad">Loses data</StatusMark>}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {rows.length > MAX_SHOWN && <p className={classes.note}>{`And ${rows.length - MAX_SHOWN} more.`}</p>}
  </>
);

interface UploadPreviewProps {
  fileName: string;
  preview: PlatformPreview;
  mayShrink: boolean;
  onMayShrink: (may: boolean) => void;
  isLoading: boolean;
  onLoad: () => void;
  onCancel: () => void;
}

/** What a report would replace, before anything is stored. A day that loses data has to be ticked. */
export const UploadPreview = ({ fileName, preview, mayShrink, onMayShrink, isLoading, ...on }: UploadPreviewProps) => {
  const { report, days, campaigns, warnings } = preview;
  const shrinking = days.filter(doesShrink).length;
  return (
    <section aria-label="Preview">
      <Text inherit fw={600} fz={14}>{`${fileName}: ${previewText(preview)}`}</Text>
      {warnings.map((warning) => (
        <p key={warning} className={classes.note}>
          {warning}
        </p>
      ))}
      {days.length === 0 ? (
        <p className={classes.note}>No changes: this data is already loaded.</p>
      ) : (
        <>
          <ReplacedTable
            label="Day"
            report={report}
            rows={days.map((day) => ({ ...day, key: day.day, name: formatDay(day.day) }))}
          />
          {campaigns.length > 0 && (
            <ReplacedTable
              label="Campaign"
              report={report}
              rows={campaigns.map((one) => ({ ...one, key: one.externalId, name: `${one.name} (${one.externalId})` }))}
            />
          )}
        </>
      )}
      {shrinking > 0 && (
        <Checkbox
          mt={12}
          checked={mayShrink}
          onChange={({ currentTarget }) => onMayShrink(currentTarget.checked)}
          label={`The report is complete: ${shrinking === 1 ? '1 day may lose data' : `${shrinking} days may lose data`}`}
        />
      )}
      <div className={classes.buttons}>
        <Button loading={isLoading} disabled={shrinking > 0 && !mayShrink} onClick={on.onLoad}>
          Load report
        </Button>
        <Button variant="default" onClick={on.onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  );
};

import { TableHead } from '../../ui/table-head.tsx';
import { Box } from '@mantine/core';
import { PLATFORM_DAY_STATES, type PlatformDay, type PlatformDayState, type PlatformReport } from '@paceline/contract';
import { useState } from 'react';
import { formatDay, formatInstant } from '../../lib/text/format.ts';
import { Columns } from '../../ui/pieces/columns.tsx';
import table from '../../ui/lists/plain-table.module.css';
import { comparedSums, type MonthOfDays } from './prepare-platformdata.ts';
import classes from './platformdata.module.css';

const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
/** A symbol beside the colour, for accessibility. */
const SIGNS: Readonly<Record<PlatformDayState, string>> = { loaded: '', corrected: '✎', missing: '!', due: '…' };
const STATES = Object.keys(PLATFORM_DAY_STATES) as PlatformDayState[];

const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(month));

interface DayFiguresProps {
  day: PlatformDay;
  report: PlatformReport;
  timeZone: string;
}

const DayFigures = ({ day, report, timeZone }: DayFiguresProps) => (
  <Box mt={16} maw={560} role="region" aria-label={`Figures of ${formatDay(day.day)}`}>
    <Box
      component="h3"
      fz={13}
      fw={600}
      m="0 0 6px"
      ta="left"
    >{`${formatDay(day.day)}: ${PLATFORM_DAY_STATES[day.state]}`}</Box>
    {day.storedSums === null ? (
      <p className={classes.note}>No report for this day.</p>
    ) : (
      <table className={table.table} aria-label="The file beside the database">
        <TableHead of={['Total', 'File', 'Database']} />
        <tbody>
          {comparedSums(report, day.fileSums, day.storedSums).map(({ label, file, stored, differs }) => (
            <tr key={label} data-differs={differs || undefined}>
              <th scope="row">{label}</th>
              <td data-label="File">{file}</td>
              <td data-label="Database">{differs ? `${stored} (differs)` : stored}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
    <p className={classes.note}>
      {day.fileName === null
        ? 'Loaded before files were stored.'
        : `${day.fileName}, ${formatInstant(day.loadedAt, timeZone)}`}
    </p>
  </Box>
);

interface DayCalendarProps {
  months: readonly MonthOfDays[];
  report: PlatformReport;
  timeZone: string;
}

/** A calendar of the loaded days; a day shows the file's totals beside the stored ones. */
export const DayCalendar = ({ months, report, timeZone }: DayCalendarProps) => {
  const [chosen, setChosen] = useState<string | null>(null);
  const dayFigures = months.flatMap(({ weeks }) => weeks.flat()).find((cell) => cell?.day === chosen)?.row;
  return (
    <>
      <ul className={classes.legend} aria-label="Legend">
        {STATES.map((state) => (
          <li key={state}>
            <span className={classes.sample} data-state={state} aria-hidden="true">
              {SIGNS[state]}
            </span>
            {PLATFORM_DAY_STATES[state]}
          </li>
        ))}
      </ul>
      <Columns min={252} gap={16} align="start">
        {months.map(({ month, weeks }) => (
          <table key={month} className={classes.calendar}>
            <Box component="caption" fz={13} fw={600} m="0 0 6px" ta="left">
              {monthName(month)}
            </Box>
            <TableHead of={WEEKDAYS} />
            <tbody>
              {weeks.map((week) => (
                <tr key={week.find((cell) => cell !== null)?.day}>
                  {week.map((cell, at) => (
                    <td key={cell?.day ?? at}>
                      {cell !== null &&
                        (cell.row === undefined ? (
                          <span className={classes.none}>{Number(cell.day.slice(8))}</span>
                        ) : (
                          <button
                            type="button"
                            className={classes.day}
                            data-state={cell.row.state}
                            aria-pressed={chosen === cell.day}
                            aria-label={`${formatDay(cell.day)}, ${PLATFORM_DAY_STATES[cell.row.state]}`}
                            onClick={() => setChosen(chosen === cell.day ? null : cell.day)}
                          >
                            {Number(cell.day.slice(8))}
                            <span aria-hidden="true">{SIGNS[cell.row.state]}</span>
                          </button>
                        ))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </Columns>
      {dayFigures && <DayFigures day={dayFigures} report={report} timeZone={timeZone} />}
    </>
  );
};

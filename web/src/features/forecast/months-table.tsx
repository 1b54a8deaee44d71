import { TableHead } from '../../ui/table-head.tsx';
import { Box, Button, Stack, TextInput } from '@mantine/core';
import { type ForecastDetails, type ForecastPoint, KPIS } from '@paceline/contract';
import tableClasses from '../../ui/lists/plain-table.module.css';
import classes from './forecast.module.css';
import {
  cellText,
  type Drafts,
  formatKpi,
  isNumberText,
  methodText,
  type MonthDraft,
  monthText,
  rangeText,
} from './prepare-forecast.ts';

interface MonthsTableProps {
  details: ForecastDetails;
  drafts: Drafts;
  mayChange: boolean;
  onDraft: (month: string, draft: MonthDraft) => void;
}

interface CellProps {
  label: string;
  text: string;
  mayChange: boolean;
  isNumber?: boolean;
  onChange: (text: string) => void;
}

const Cell = ({ label, text, mayChange, isNumber = true, onChange }: CellProps) => (
  <TextInput
    size="xs"
    aria-label={label}
    value={text}
    readOnly={!mayChange}
    inputMode={isNumber ? 'decimal' : 'text'}
    maxLength={isNumber ? 14 : 500}
    {...(!isNumber && { placeholder: 'Why' })}
    error={isNumber && !isNumberText(text)}
    className={isNumber ? classes.number : classes.note}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

const MonthRow = ({
  details,
  point,
  draft,
  mayChange,
  onDraft,
}: Omit<MonthsTableProps, 'drafts'> & { point: ForecastPoint; draft: MonthDraft }) => {
  const { kpi } = details;
  const { month } = point;
  const name = monthText(month);
  const put = (change: MonthDraft): void => onDraft(month, { ...draft, ...change });
  const method = methodText(details, month);
  const override = draft.override ?? cellText(point.override);
  return (
    <tr>
      <th scope="row">
        {name}
        {details.capped.includes(month) && <span className={tableClasses.detail}>Partners cannot deliver more</span>}
      </th>
      <td data-label={month === details.currentMonth ? 'So far' : 'Actual'}>{formatKpi(kpi, point.actual)}</td>
      <td data-label="Forecast" data-overridden={override !== '' || undefined} className={classes.forecast}>
        {rangeText(kpi, point)}
        {method !== null && <span className={tableClasses.detail}>{method}</span>}
      </td>
      <td data-label="Target">{formatKpi(kpi, point.target)}</td>
      <td data-label="Planned spend">
        <Cell
          label={`Planned spend, ${name}`}
          text={draft.plannedSpend ?? cellText(details.plannedSpend[month])}
          mayChange={mayChange}
          onChange={(plannedSpend) => put({ plannedSpend })}
        />
      </td>
      <td data-label="Planned price">
        <Cell
          label={`Planned cost per inquiry, ${name}`}
          text={draft.plannedCpl ?? cellText(details.plannedCpl[month])}
          mayChange={mayChange}
          onChange={(plannedCpl) => put({ plannedCpl })}
        />
      </td>
      <td data-label="Override">
        <Stack gap={4} align="flex-start">
          <Cell
            label={`Override of ${KPIS[kpi].toLowerCase()}, ${name}`}
            text={override}
            mayChange={mayChange}
            onChange={(text) => put({ override: text })}
          />
          {(override !== '' || draft.note !== undefined) && (
            <Cell
              label={`Note on the override, ${name}`}
              text={draft.note ?? point.overrideNote ?? ''}
              mayChange={mayChange}
              isNumber={false}
              onChange={(note) => put({ note })}
            />
          )}
          {mayChange && override !== '' && (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Reset to forecast: ${name}`}
              onClick={() => put({ override: '', note: '' })}
            >
              Reset to forecast
            </Button>
          )}
        </Stack>
      </td>
    </tr>
  );
};

/** The forecast's months, with planned values and overrides. */
export const MonthsTable = ({ details, drafts, mayChange, onDraft }: MonthsTableProps) => (
  <Box style={{ overflowX: 'auto' }}>
    <table className={tableClasses.table}>
      <TableHead
        of={['Month', 'Actual', 'Forecast', 'Target', 'Planned spend $', 'Planned price $', 'Override, with a note']}
      />
      <tbody>
        {details.points
          .filter(({ month }) => month >= details.startMonth)
          .map((point) => (
            <MonthRow
              key={point.month}
              details={details}
              point={point}
              draft={drafts[point.month] ?? {}}
              mayChange={mayChange}
              onDraft={onDraft}
            />
          ))}
      </tbody>
    </table>
  </Box>
);

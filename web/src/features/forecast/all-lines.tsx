import { Anchor, Button, Group, NumberInput, Stack } from '@mantine/core';
import { type ForecastWhatIf, type Kpi, KPIS, WHAT_IF_MONTHS, WHAT_IF_PERCENT } from '@paceline/contract';
import { useMemo } from 'react';
import { Chart } from '../../ui/chart/chart.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { ScrollFrame } from '../../ui/pieces/scroll-frame.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { useWhatIf } from './api.ts';
import classes from './forecast.module.css';
import { comparedText, formatKpi } from './prepare-forecast.ts';
import { sumChart } from './prepare-pictures.ts';
import { allTotals, byDifference, changeName, leftOutText, sumLabel } from './prepare-what-if.ts';

interface AllLinesProps {
  ownerKey: number;
  kpi: Kpi;
  percent: number | undefined;
  onPercent: (percent: number) => void;
  onOpen: (lineItem: string) => void;
}

const USUAL = 10;
const PRESETS = [-20, -10, 10, 20] as const;

interface ResultProps {
  kpi: Kpi;
  name: string;
  answer: ForecastWhatIf;
  onOpen: (lineItem: string) => void;
}

const Totals = ({ name, answer }: Omit<ResultProps, 'kpi' | 'onOpen'>) => (
  <table className={classes.compared}>
    <thead>
      <tr>
        <th scope="col">{`Next ${WHAT_IF_MONTHS} months`}</th>
        <th scope="col">Forecast</th>
        <th scope="col">{name}</th>
      </tr>
    </thead>
    <tbody>
      {allTotals(answer.totals).map(({ label, base, other }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{base}</td>
          <td>{other}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Lines = ({ kpi, name, answer, onOpen }: ResultProps) => (
  <table className={classes.compared}>
    <thead>
      <tr>
        <th scope="col">Line item</th>
        <th scope="col">{`${KPIS[kpi]}, forecast`}</th>
        <th scope="col">{name}</th>
        <th scope="col">Spend</th>
      </tr>
    </thead>
    <tbody>
      {byDifference(answer.lines).map(({ lineItem, lineItemName, forecast, whatIf, spend, isCapped }) => (
        <tr key={lineItem}>
          <th scope="row">
            <Anchor component="button" type="button" size="sm" onClick={() => onOpen(lineItem)}>
              {lineItemName}
            </Anchor>
          </th>
          <td>{formatKpi(kpi, forecast)}</td>
          <td>
            {comparedText(kpi, forecast, whatIf)}
            {isCapped && ' · at capacity'}
          </td>
          <td>{comparedText('spend', spend.forecast, spend.whatIf)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Result = (props: ResultProps) => {
  const { kpi, name, answer } = props;
  const option = useMemo(() => sumChart(kpi, name, answer.points), [kpi, name, answer.points]);
  const left = leftOutText(answer.leftOut);
  return (
    <>
      <Chart label={sumLabel(kpi, name, answer)} option={option} height={280} />
      {left !== null && <Note size="xs">{left}</Note>}
      <ScrollFrame label="Totals">
        <Totals {...props} />
      </ScrollFrame>
      <ScrollFrame label="Line items compared">
        <Lines {...props} />
      </ScrollFrame>
    </>
  );
};

/** What all line items together would bring with more or less spend. Nothing is saved. */
export const AllLines = ({ ownerKey, kpi, percent = USUAL, onPercent, onOpen }: AllLinesProps) => {
  const query = useWhatIf(ownerKey, kpi, percent);
  return (
    <SectionCard
      title="What if, all line items"
      note="Changes the spend of every line item from the next whole month on. Each follows its own curve of inquiries by spend, and a planned price stays. Overrides and custom lines are left out. Nothing is saved."
    >
      <Stack gap={14}>
        <Group gap={8} align="flex-end">
          <NumberInput
            size="xs"
            w={130}
            label="Change of spend"
            suffix="%"
            min={WHAT_IF_PERCENT.least}
            max={WHAT_IF_PERCENT.most}
            allowDecimal={false}
            clampBehavior="strict"
            step={5}
            value={percent}
            onChange={(value) => typeof value === 'number' && onPercent(value)}
          />
          {PRESETS.map((preset) => (
            <Button
              key={preset}
              size="xs"
              variant="default"
              aria-pressed={preset === percent}
              onClick={() => onPercent(preset)}
            >
              {preset > 0 ? `+${preset}%` : `–${-preset}%`}
            </Button>
          ))}
        </Group>
        <Loaded query={query} what="what-if" lines={8}>
          {(answer) => <Result {...{ kpi, answer, onOpen }} name={changeName(percent)} />}
        </Loaded>
      </Stack>
    </SectionCard>
  );
};

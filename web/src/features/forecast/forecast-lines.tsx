import { Flex, Text } from '@mantine/core';
import { accuracyWords, type ForecastLine } from '@paceline/contract';
import { ALL_LINES } from './forecast-search.ts';
import classes from './forecast.module.css';
import { formatKpi } from './prepare-forecast.ts';

interface ForecastLinesProps {
  lines: readonly ForecastLine[];
  chosen: string | undefined;
  onChoose: (lineItem: string) => void;
}

/** The line items, with their forecast and past error. */
export const ForecastLines = ({ lines, chosen, onChoose }: ForecastLinesProps) => (
  <ul className={classes.lines} aria-label="Line items">
    <li>
      <button
        type="button"
        className={classes.line}
        aria-current={chosen === ALL_LINES ? 'true' : undefined}
        onClick={() => onChoose(ALL_LINES)}
      >
        <Text span size="sm" fw={600}>
          All line items
        </Text>
        <Text span size="xs" c="dimmed" lh={1.45}>
          What if all spent more or less?
        </Text>
      </button>
    </li>
    {lines.map((line) => (
      <li key={line.lineItem}>
        <button
          type="button"
          className={classes.line}
          aria-current={line.lineItem === chosen ? 'true' : undefined}
          onClick={() => onChoose(line.lineItem)}
        >
          <Text span size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {line.lineItemName}
          </Text>
          {line.clientName !== null && (
            <Text span size="xs" c="dimmed" lh={1.45}>
              {line.clientName}
            </Text>
          )}
          <Flex component="span" gap={8} align="baseline" wrap="wrap">
            <strong>{formatKpi(line.kpi, line.total.forecast)}</strong>
            <Text span size="xs" c="dimmed" lh={1.45}>
              {line.total.target === null
                ? `${line.months} months`
                : `target ${formatKpi(line.kpi, line.total.target)}`}
            </Text>
          </Flex>
          <Text span size="xs" c="dimmed" lh={1.45}>
            {accuracyWords(line)}
          </Text>
          {line.overrides > 0 && (
            <Text span size="xs" c="dimmed" lh={1.45}>
              {line.overrides} {line.overrides === 1 ? 'override' : 'overrides'}
            </Text>
          )}
        </button>
      </li>
    ))}
  </ul>
);

import { accuracyWords, type ForecastLine } from '@paceline/contract';
import classes from './forecast.module.css';
import { formatKpi } from './prepare-forecast.ts';

interface ForecastLinesProps {
  lines: readonly ForecastLine[];
  chosen: string | undefined;
  onChoose: (lineItem: string) => void;
}

/** Each line item with what is foreseen for it and how far it was off before. */
export const ForecastLines = ({ lines, chosen, onChoose }: ForecastLinesProps) => (
  <ul className={classes.lines} aria-label="Line items">
    {lines.map((line) => (
      <li key={line.lineItem}>
        <button
          type="button"
          className={classes.line}
          aria-current={line.lineItem === chosen ? 'true' : undefined}
          onClick={() => onChoose(line.lineItem)}
        >
          <span className={classes.lineName}>{line.lineItemName}</span>
          {line.clientName !== null && <span className={classes.detail}>{line.clientName}</span>}
          <span className={classes.figures}>
            <strong>{formatKpi(line.kpi, line.total.forecast)}</strong>
            <span className={classes.detail}>
              {line.total.target === null
                ? `${line.months} months`
                : `target ${formatKpi(line.kpi, line.total.target)}`}
            </span>
          </span>
          <span className={classes.detail}>{accuracyWords(line)}</span>
          {line.overrides > 0 && (
            <span className={classes.detail}>
              {line.overrides} {line.overrides === 1 ? 'override' : 'overrides'}
            </span>
          )}
        </button>
      </li>
    ))}
  </ul>
);

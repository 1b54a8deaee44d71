import { Button, Select } from '@mantine/core';
import {
  daysWords,
  dimensionLabel,
  formatMetricValue,
  NAMED_RANGES,
  type NamedRange,
  questionDays,
  questionMeasures,
  questionQuery,
  reportData,
  type ReportQuestion,
  type SavedView,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, localZone, todayIn } from '../../lib/format.ts';
import { callQuery } from '../../lib/op-query.ts';
import { useLabels } from '../../lib/owner-labels.ts';
import { groupOfSession } from '../../lib/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import table from '../../ui/plain-table.module.css';
import { SaveMenu } from './save-menu.tsx';
import classes from './views.module.css';

/** So many rows are enough to see what a view is; all of them are in its file. */
const SHOWN_ROWS = 20;

interface ViewPanelProps {
  ownerKey: number;
  /** What is shown first: a saved view, or a question that nobody has saved yet. */
  view: SavedView | null;
  question: ReportQuestion;
  onClose: () => void;
}

/** The answer to a question, with its Save menu: other days can be chosen and saved. */
export const ViewPanel = ({ ownerKey, view, question: first, onClose }: ViewPanelProps) => {
  const [question, setQuestion] = useState(first);
  const [today] = useState(() => todayIn(localZone(), new Date()));
  const group = groupOfSession() ?? 'cl';
  const labels = useLabels()(ownerKey);
  const { days } = questionDays(question, today);
  const { channel, vertical, dimensions, granularity, period } = question;
  const query = useQuery(
    callQuery(reportData, { params: { channel, vertical }, body: { ...questionQuery(question, days), ownerKey } }),
  );
  const measures = questionMeasures(question, group, labels);
  const names = [...dimensions, ...(granularity === null ? [] : ['date'])];
  const nameOf = (name: string): string => (name === 'date' ? 'Date' : dimensionLabel(name));
  return (
    <SectionCard
      title={view?.name ?? 'New view'}
      note={daysWords(days)}
      action={
        <div className={classes.actions}>
          <Select
            aria-label="Days"
            size="sm"
            allowDeselect={false}
            placeholder={daysWords(days)}
            data={Object.entries(NAMED_RANGES).map(([value, label]) => ({ value, label }))}
            value={'range' in period ? period.range : null}
            onChange={(range) => range && setQuestion({ ...question, period: { range: range as NamedRange } })}
          />
          <SaveMenu question={question} onOpen={setQuestion} viewKey={view?.viewKey ?? null} />
          <Button variant="subtle" onClick={onClose}>
            Close
          </Button>
        </div>
      }
    >
      <Loaded query={query} what="view" lines={5}>
        {({ rows, total, notes }) =>
          rows.length === 0 ? (
            <EmptyState title="No rows for these days" />
          ) : (
            <>
              <ScrollFrame label="Figures of the view">
                <table className={table['table']}>
                  <thead>
                    <tr>
                      {names.map((name) => (
                        <th key={name} scope="col">
                          {nameOf(name)}
                        </th>
                      ))}
                      {measures.map(({ key, label }) => (
                        <th key={key} scope="col" className={classes.number}>
                          {label}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {rows.slice(0, SHOWN_ROWS).map((row, index) => (
                      <tr key={index}>
                        {names.map((name) => (
                          <td key={name}>{row[name] ?? '–'}</td>
                        ))}
                        {measures.map((measure) => (
                          <td key={measure.key} className={classes.number}>
                            {formatMetricValue(measure, row[measure.key] as number | null)}
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                  {total && (
                    <tfoot>
                      <tr>
                        {names.map((name, index) => (
                          <th key={name} scope="row">
                            {index === 0 ? 'Total' : ''}
                          </th>
                        ))}
                        {measures.map((measure) => (
                          <td key={measure.key} className={classes.number}>
                            {formatMetricValue(measure, total[measure.key] as number | null)}
                          </td>
                        ))}
                      </tr>
                    </tfoot>
                  )}
                </table>
              </ScrollFrame>
              <p className={classes.dim}>
                {[
                  ...(rows.length > SHOWN_ROWS ? [`First ${SHOWN_ROWS} of ${formatCount(rows.length)} rows.`] : []),
                  ...notes,
                ].join(' ')}
              </p>
            </>
          )
        }
      </Loaded>
    </SectionCard>
  );
};

import { Anchor, Drawer, Flex, Group, Text } from '@mantine/core';
import {
  basisText,
  formulaText,
  hasRowsBehindCell,
  isMetricKey,
  type Labels,
  labelsOfQuestion,
  type PickedCell,
  questionsBehindCell,
  type UserGroup,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { writtenDay } from '../../../lib/text/days-text.ts';
import { hrefOf } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { analysisPath } from '../../../shared/analysis-path.ts';
import panel from '../../../shared/figure-panel.module.css';
import { ToldLine } from '../../../shared/told-line.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { answerQuery, dimensionsQuery, measuresQuery } from '../api.ts';
import { whyNotAdded } from '../fields/prepare-fields.ts';
import { leadsPath } from './prepare-leads-link.ts';
import { cellText, maturityTexts, rowName } from './prepare-table.ts';
import { ResultTable } from './result-table.tsx';

interface CellPanelProps {
  ownerKey: number | null;
  group: UserGroup;
  /** The owner's labels; null across several owners. */
  labels: Labels | null;
  cell: PickedCell | null;
  onClose: () => void;
}
type Shown = Omit<CellPanelProps, 'cell'> & { cell: PickedCell };

/** The question for the rows behind a number; null if its measure has no finer dimension. */
const useRowsBehind = ({ cell, group }: Shown) => {
  const { question } = cell;
  const dimensions = useQuery(dimensionsQuery(question)).data;
  const measures = useQuery(measuresQuery(question)).data;
  if (dimensions === undefined || measures === undefined) return undefined;
  const offered = new Set(dimensions.map(({ key }) => key));
  const names = new Set(measures.map(({ key }) => key));
  const behind = questionsBehindCell(cell).find(
    (candidate) =>
      candidate.dimensions.every((key) => offered.has(key)) && whyNotAdded(candidate, names, group, {}) === null,
  );
  return behind ?? null;
};

const Rows = ({ ownerKey, question }: { ownerKey: number | null; question: PickedCell['question'] }) => {
  const [order, setOrder] = useState(question.order);
  const { data, error, refetch } = useQuery(answerQuery(ownerKey, { ...question, order }, 'behind'));
  if (error) return <RetryPanel message={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingSkeleton label="Loading the rows behind this figure" lines={8} />;
  return (
    <>
      <ResultTable {...data} isShaded={false} maxHeight="60dvh" onOrder={setOrder} />
      {[...maturityTexts(data.answer), ...data.answer.notes].map((note) => (
        <Text key={note} inherit mt={8} c="dimmed" fz="0.75rem">
          {note}
        </Text>
      ))}
    </>
  );
};

const Content = (shown: Shown) => {
  const { ownerKey, group, labels, cell, onClose } = shown;
  const { row, column, question, answer } = cell;
  const rowsQuestion = useRowsBehind(shown);
  const mayLeads = useMay('leadanalyzer:View');
  const leads = mayLeads ? leadsPath(cell, group) : null;
  const days = column.role === 'previous' ? answer.compared : answer.days;
  const words = labelsOfQuestion(question.vertical, labels);
  const metric = column.measure !== undefined && isMetricKey(column.measure) ? column.measure : null;
  return (
    <>
      <p className={panel.value}>
        <span>{column.label}</span> {cellText(column, row[column.key], answer, question.granularity)}
      </p>
      <Group gap={16} align="stretch" wrap="nowrap" mb={8}>
        {leads !== null && <Anchor href={hrefOf(leads)}>See leads</Anchor>}
        {rowsQuestion && (
          <Anchor href={hrefOf(analysisPath(rowsQuestion))} onClick={onClose}>
            Open in Media Analysis
          </Anchor>
        )}
      </Group>
      <Flex component="dl" direction="column" gap={4} mt={8} mb={16} mx={0} fz="0.8125rem">
        {metric !== null && <ToldLine name="Formula">{formulaText(metric, words)}</ToldLine>}
        {metric !== null && <ToldLine name="Basis">{basisText(metric)}</ToldLine>}
        {days !== null && question.granularity === null && (
          <ToldLine name="Days">
            {writtenDay(days.from)} – {writtenDay(days.to)}
          </ToldLine>
        )}
      </Flex>
      {rowsQuestion === undefined && <LoadingSkeleton label="Loading the rows behind this figure" lines={8} />}
      {rowsQuestion === null && <p>This figure cannot be broken down further.</p>}
      {rowsQuestion && <Rows key={JSON.stringify(rowsQuestion)} ownerKey={ownerKey} question={rowsQuestion} />}
    </>
  );
};

/** Explains a report's number: formula, days, and the rows that add up to it. */
export const CellPanel = ({ cell, ...rest }: CellPanelProps) => (
  <Drawer
    opened={cell !== null}
    onClose={rest.onClose}
    position="right"
    size="xl"
    title={cell === null ? '' : rowName(cell.row, cell.answer, cell.question.granularity)}
  >
    {cell && hasRowsBehindCell(cell) && <Content cell={cell} {...rest} />}
  </Drawer>
);

import { Anchor, Button, Drawer, Flex, Group, Text } from '@mantine/core';
import {
  basisText,
  formatMetricValue,
  formulaText,
  isTooEarly,
  type Labels,
  type RowsBehindAnswer,
  sourcesOf,
  TOO_EARLY,
  tooEarlyNote,
  type UserGroup,
  type WidgetRow,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { saveFile } from '../../../lib/files/download.ts';
import { hrefOf } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { analysisPath } from '../../../shared/analysis-path.ts';
import { campaignPagePath } from '../../../shared/campaign-path.ts';
import { useFilterOptions } from '../../../shared/filter-bar/use-filters.ts';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { rowsBehindQuery } from '../api.ts';
import classes from '../../../shared/figure-panel.module.css';
import { ToldLine } from '../../../shared/told-line.tsx';
import { widgetCsv } from '../files/prepare-file.ts';
import {
  behindBody,
  behindColumns,
  behindFileName,
  type Figure,
  metricOf,
  ofBehind,
  rowName,
} from './prepare-figure.ts';
import { questionOf } from './prepare-question.ts';
import { writtenDay } from '../../../lib/text/days-text.ts';
import { WidgetTable } from '../widgets/widget-table.tsx';

interface FigurePanelProps {
  figure: Figure | null;
  owner: string;
  labels: Labels;
  group: UserGroup;
  /** Note about the numbers as a whole. */
  recount: ReactNode;
  onClose: () => void;
}
type Shown = Omit<FigurePanelProps, 'figure' | 'onClose'> & { figure: Figure };

/** Maximum number of rows shown; the file has all. */
const MAX_ROWS = 200;

/** Link of a campaign's name, if the viewer may open it. */
const useCampaignLink = (group: UserGroup): ((row: WidgetRow) => string | null) => {
  const may = useMay('campaigns:View');
  return ({ campaignKey }) =>
    may && typeof campaignKey === 'number' ? hrefOf(campaignPagePath(group, campaignKey)) : null;
};

const throughText = (answer: RowsBehindAnswer, kinds: ReadonlySet<string> | null): string =>
  answer.through
    .filter(({ kind }) => kinds === null || kinds.has(kind))
    .map(({ name, day }) => `${name} through ${writtenDay(day)}`)
    .join(', ');

const Told = ({
  figure,
  answer,
  labels,
  group,
}: Pick<Shown, 'figure' | 'labels' | 'group'> & { answer: RowsBehindAnswer }) => {
  const metric = metricOf(figure);
  return (
    <Flex component="dl" direction="column" gap={4} mt={8} mb={16} mx={0} fz="0.8125rem">
      {metric !== null && <ToldLine name="Formula">{formulaText(metric, labels, group)}</ToldLine>}
      <ToldLine name="Days">
        {writtenDay(answer.range.from)} – {writtenDay(answer.range.to)}
      </ToldLine>
      {metric !== null && <ToldLine name="Basis">{basisText(metric)}</ToldLine>}
      <ToldLine name="Data">{throughText(answer, metric === null ? null : sourcesOf(metric))}</ToldLine>
    </Flex>
  );
};

const Rows = ({ figure, answer, owner, group }: Omit<Shown, 'labels' | 'recount'> & { answer: RowsBehindAnswer }) => {
  const linkOf = useCampaignLink(group);
  const columns = behindColumns(figure, answer);
  const whole = { ...answer, compared: null };
  const save = (): void =>
    saveFile({
      name: behindFileName(figure, owner, answer),
      blob: new Blob(['\uFEFF', widgetCsv(whole, columns)], { type: 'text/csv;charset=utf-8' }),
    });
  const more = answer.data.length - MAX_ROWS;
  return (
    <>
      <Group gap={8} justify="space-between" wrap="nowrap" mb={8} c="dimmed" fz="0.8125rem">
        <span>
          {answer.data.length} {answer.data.length === 1 ? 'row' : 'rows'}
          {more > 0 && `, of which ${MAX_ROWS} are shown; the file has all`}
        </span>
        <Button size="xs" variant="default" onClick={save}>
          Download CSV
        </Button>
      </Group>
      <WidgetTable
        label="Rows behind this figure"
        answer={{ ...whole, data: answer.data.slice(0, MAX_ROWS) }}
        columns={columns}
        linkOf={linkOf}
      />
      {answer.notes.map((note) => (
        <Text key={note} inherit mt={8} c="dimmed" fz="0.75rem">
          {note}
        </Text>
      ))}
    </>
  );
};

/** Opens the same question in Media Analysis. */
const AnalysisLink = ({ figure, answer, group }: Pick<Shown, 'figure' | 'group'> & { answer: RowsBehindAnswer }) => {
  const { data: options } = useFilterOptions();
  const mayBuild = useMay('reports:Build');
  const question = questionOf(figure, answer, options, group);
  if (question === null || !mayBuild) return null;
  return <Anchor href={hrefOf(analysisPath(question))}>Open in Media Analysis</Anchor>;
};

const Content = ({ figure, ...rest }: Shown) => {
  const query = useQuery(rowsBehindQuery(behindBody(figure)));
  const linkOf = useCampaignLink(rest.group);
  const { value, row } = figure;
  const column = ofBehind(figure);
  const own = row === null ? null : linkOf(row);
  if (query.error) return <RetryPanel message={query.error.message} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <LoadingSkeleton label="Loading the rows behind this figure" lines={8} />;
  return (
    <>
      {column?.format && (
        <p className={classes.value}>
          <span>{column.label}</span>{' '}
          {isTooEarly(query.data, column) ? TOO_EARLY : formatMetricValue(column.format, value)}
        </p>
      )}
      {own !== null && <Anchor href={own}>Open the campaign</Anchor>}
      <AnalysisLink figure={figure} answer={query.data} group={rest.group} />
      {column !== null && isTooEarly(query.data, column) && <p>{tooEarlyNote(query.data, column)}</p>}
      <Told figure={figure} answer={query.data} labels={rest.labels} group={rest.group} />
      {rest.recount}
      <Rows figure={figure} answer={query.data} {...rest} />
    </>
  );
};

/** Explains a figure: definition, days, data dates, and the rows behind it. */
export const FigurePanel = ({ figure, onClose, ...rest }: FigurePanelProps) => (
  <Drawer
    opened={figure !== null}
    onClose={onClose}
    position="right"
    size="xl"
    title={figure === null ? '' : `${figure.place.title}: ${rowName(figure)}`}
  >
    {figure && <Content figure={figure} {...rest} />}
  </Drawer>
);

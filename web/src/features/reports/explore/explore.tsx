import { Button, Menu, SegmentedControl } from '@mantine/core';
import {
  type Granularity,
  type QuestionAnswer,
  type ReportMember,
  type ReportQuestion,
  type UserGroup,
  writtenQuestion,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { Note } from '../../../ui/pieces/note.tsx';
import { useStable } from '../../../ui/grid/use-stable.ts';
import { answerQuery } from '../api.ts';
import { whyNotAdded } from '../fields/prepare-fields.ts';
import classes from './explore.module.css';
import { Leaderboard } from './leaderboard.tsx';
import {
  boardDimensions,
  brushed,
  drilled,
  type Explore as ExploreState,
  hasNumberFilters,
  leadOf,
  MAX_BOARDS,
  toggled,
  toggledOut,
  trendGrain,
  trendQuestion,
  whyNoBoard,
} from './prepare-explore.ts';
import { TrendCard } from './trend-card.tsx';

interface ExploreProps {
  ownerKey: number | null;
  group: UserGroup;
  question: ReportQuestion;
  explore: ExploreState;
  /** The days of the question. */
  days: QuestionAnswer['days'];
  dimensions: readonly ReportMember[];
  measures: readonly ReportMember[];
  onChange: (question: ReportQuestion, explore?: ExploreState) => void;
}

/** The trend and the leaderboards of one value of the question, which their clicks narrow. */
export const Explore = (props: ExploreProps) => {
  const { ownerKey, group, question, explore, days, dimensions, measures, onChange } = props;
  const lead = leadOf(question, explore);
  const names = useMemo(() => new Set(measures.map(({ key }) => key)), [measures]);
  const fits = (one: ReportQuestion): boolean => whyNotAdded(one, names, group, {}) === null;
  const isLoaded = dimensions.length > 0 && measures.length > 0;

  const wanted = trendQuestion(question, trendGrain(question, days, explore));
  // Plans are set for months.
  const cut = fits(wanted) ? wanted : { ...wanted, granularity: 'month' as const };
  const reason = isLoaded ? whyNotAdded(cut, names, group, {}) : null;
  // The table may be asked the same: then it is one call.
  const isOfTable = writtenQuestion(cut) === writtenQuestion({ ...question, chart: 'table' });
  const place = isOfTable ? '' : ' trend';
  const trend = useQuery({ ...answerQuery(ownerKey, cut, place), enabled: isLoaded && reason === null });

  const input = { question, dimensions, measures, group, lead, explore };
  const boards = isLoaded ? boardDimensions(input) : [];
  const others = dimensions.filter(({ key }) => !boards.includes(key) && whyNoBoard(input, key) === null);
  const labelOf = (key: string): string => dimensions.find((one) => one.key === key)?.label ?? key;

  const set = useStable((next: ExploreState) => onChange(question, { ...explore, ...next }));
  const onLead = useCallback((measure: string) => set({ lead: measure }), [set]);
  const onGrain = useCallback((grain: Granularity | undefined) => set({ grain }), [set]);
  const onDays = useStable((starts: readonly [string, string], answer: QuestionAnswer, grain: Granularity) =>
    onChange(brushed(question, answer.days, starts, grain), { ...explore, grain: undefined }),
  );
  const onToggle = useStable((member: string, value: string | null) => onChange(toggled(question, member, value)));
  const onExclude = useStable((member: string, value: string | null) => onChange(toggledOut(question, member, value)));
  const onDrill = useStable((member: string, value: string | null) => onChange(drilled(question, member, value, fits)));
  const onSwitch = useStable((member: string, to: string) =>
    set({ boards: boards.map((one) => (one === member ? to : one)) }),
  );
  const onRemove = useStable((member: string) => set({ boards: boards.filter((one) => one !== member) }));
  const onRetry = useStable(() => void trend.refetch());
  return (
    <section className={classes.explore} aria-label="Explore">
      <div className={classes.pictures}>
        <TrendCard
          answered={trend.data}
          error={trend.isFetching ? null : trend.error}
          isStale={trend.isPlaceholderData}
          {...{ lead, reason, onLead, onGrain, onDays, onRetry }}
        />
        {boards.map((dimension) => (
          <Leaderboard
            key={dimension}
            label={labelOf(dimension)}
            reason={whyNoBoard(input, dimension)}
            {...{
              ownerKey,
              question,
              dimension,
              lead,
              explore,
              others,
              onToggle,
              onExclude,
              onDrill,
              onSwitch,
              onRemove,
            }}
          />
        ))}
      </div>
      <div className={classes.boardsBar}>
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button size="compact-xs" variant="default" disabled={boards.length >= MAX_BOARDS || others.length === 0}>
              Add leaderboard
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
            {others.map(({ key, label }) => (
              <Menu.Item key={key} onClick={() => set({ boards: [...boards, key] })}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {question.compare !== null && (
          <SegmentedControl
            size="xs"
            aria-label="Sort leaderboards by"
            data={[
              { value: 'value', label: 'Largest first' },
              { value: 'change', label: 'Largest rise first' },
            ]}
            value={explore.by ?? 'value'}
            onChange={(by) => set({ by: by === 'change' ? 'change' : undefined })}
          />
        )}
        <Note size="xs">
          {hasNumberFilters(question)
            ? 'Filters of numbers apply to the table only.'
            : 'Click filters, Shift+click excludes, double-click looks inside. Drag over the chart to zoom; Back undoes.'}
        </Note>
      </div>
    </section>
  );
};

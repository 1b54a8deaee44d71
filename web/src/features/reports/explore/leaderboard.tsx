import { ActionIcon, CloseButton, Menu, TextInput, UnstyledButton } from '@mantine/core';
import type { ReportMember, ReportQuestion } from '@paceline/contract';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useState } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { Note } from '../../../ui/pieces/note.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { answerQuery } from '../api.ts';
import classes from './explore.module.css';
import { BOARD_ROWS, boardQuestion, type Explore } from './prepare-explore.ts';
import { type BoardActs, LeaderboardRows } from './leaderboard-rows.tsx';
import { boardOf } from './prepare-leaderboard.ts';

interface LeaderboardProps extends BoardActs {
  ownerKey: number | null;
  question: ReportQuestion;
  dimension: string;
  label: string;
  lead: string;
  explore: Explore;
  /** Dimensions that it can be switched to. */
  others: readonly ReportMember[];
  /** Why this measure has no such rows; null if it has. */
  reason: string | null;
}

const SHOWN = 7;
const SEARCH_FROM = SHOWN + 1;

const allText = (count: number): string =>
  count > BOARD_ROWS ? `First ${BOARD_ROWS} of ${formatCount(count)}` : `All ${formatCount(count)}`;

/** The values of one dimension, largest first: a click filters, with Shift it excludes, a double click looks inside. */
export const Leaderboard = memo((props: LeaderboardProps) => {
  const { ownerKey, question, dimension, label, lead, explore, others, reason, ...acts } = props;
  const [search, setSearch] = useState<string | null>(null);
  const [isAll, setAll] = useState(false);
  const cut = boardQuestion(question, dimension, lead);
  const base = useQuery({ ...answerQuery(ownerKey, cut, ` ${dimension}`), enabled: reason === null });
  const text = useDeferredValue((search ?? '').trim());
  const hasMore = (base.data?.answer.rowCount ?? 0) > BOARD_ROWS;
  // All rows are here already, unless there are more than are asked for.
  const isElsewhere = hasMore && (text !== '' || explore.by === 'change');
  const more = useQuery({
    ...answerQuery(
      ownerKey,
      boardQuestion(question, dimension, lead, { by: explore.by, search: text }),
      ` ${dimension} more`,
    ),
    enabled: reason === null && isElsewhere,
  });
  const answer = (isElsewhere ? more.data : base.data)?.answer;
  const total = base.data?.answer.total[lead];
  const whole =
    answer === undefined
      ? null
      : boardOf(answer, question, {
          dimension,
          lead,
          shown: text === '' && !isAll ? SHOWN : BOARD_ROWS,
          total: typeof total === 'number' ? total : null,
          isByChange: explore.by === 'change',
        });
  const board = whole && {
    ...whole,
    rows: text === '' ? whole.rows : whole.rows.filter((row) => row.label.toLowerCase().includes(text.toLowerCase())),
  };
  const error = base.error ?? more.error;
  const count = base.data?.answer.rowCount ?? 0;
  return (
    <section
      className={classes.board}
      aria-label={label}
      aria-busy={base.isFetching}
      data-stale={(isElsewhere ? more : base).isPlaceholderData || undefined}
    >
      <div className={classes.boardHead}>
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <UnstyledButton className={classes.boardName} aria-label={`${label}: change or remove`}>
              {label} <IconChevronDown size={12} aria-hidden="true" />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
            <Menu.Item onClick={() => acts.onRemove(dimension)}>Remove leaderboard</Menu.Item>
            <Menu.Divider />
            {others.map(({ key, label: name }) => (
              <Menu.Item key={key} onClick={() => acts.onSwitch(dimension, key)}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {search === null ? (
          count >= SEARCH_FROM && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={22}
              aria-label={`Search ${label}`}
              onClick={() => setSearch('')}
            >
              <IconSearch size={13} aria-hidden="true" />
            </ActionIcon>
          )
        ) : (
          <TextInput
            size="xs"
            flex={1}
            autoFocus
            aria-label={`Search ${label}`}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            onKeyDown={({ key }) => key === 'Escape' && setSearch(null)}
            rightSection={<CloseButton size="xs" aria-label="Clear search" onClick={() => setSearch(null)} />}
          />
        )}
      </div>
      {reason !== null && <Note size="xs">{reason}</Note>}
      {reason === null && error !== null && (
        <RetryPanel
          message={error.message}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={() => void base.refetch()}
        />
      )}
      {reason === null && error === null && board === null && <LoadingSkeleton label={`Loading ${label}`} lines={6} />}
      {reason === null && board !== null && (
        <>
          <LeaderboardRows board={board} dimension={dimension} label={label} {...acts} />
          <div className={classes.boardFoot}>
            <span>{board.whole === null ? '' : `Shares of ${board.whole}`}</span>
            {text === '' && count > SHOWN && (
              <UnstyledButton className={classes.more} onClick={() => setAll(!isAll)}>
                {isAll ? 'Show fewer' : allText(count)}
              </UnstyledButton>
            )}
          </div>
        </>
      )}
    </section>
  );
});

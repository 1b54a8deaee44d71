import { ActionIcon, Group } from '@mantine/core';
import { type LeadRow, leadSearch } from '@paceline/contract';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatCount } from '../../lib/text/format.ts';
import { useList } from '../../shared/list/use-list.ts';
import { useLastSearch } from './api.ts';
import { leadPath } from '../../shared/lead-path.ts';

const NO_PARAMS = {};

/** Links to the previous and next lead of the list the user came from, by its filters and order. */
const Steps = ({ leadKey, question }: { leadKey: number; question: Readonly<Record<string, unknown>> }) => {
  const navigate = useNavigate();
  const { rows, count, hasMore, onMore } = useList({ list: leadSearch, params: NO_PARAMS, question });
  const all: readonly LeadRow[] = rows;
  const place = all.findIndex(({ leadCaptureKey }) => leadCaptureKey === leadKey);
  const isNearEnd = place >= 0 && place >= all.length - 2 && hasMore;
  useEffect(() => {
    if (isNearEnd) onMore();
  }, [isNearEnd, onMore]);
  const before = place > 0 ? all[place - 1] : undefined;
  const after = place < 0 ? undefined : all[place + 1];
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).closest('input, textarea, select, [role="dialog"]') !== null;
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const next = event.key === 'j' ? after : event.key === 'k' ? before : undefined;
      if (next) void navigate({ to: leadPath(next.leadCaptureKey), replace: true });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [before, after, navigate]);
  if (place < 0) return null;
  const step = (label: string, row: LeadRow | undefined, icon: React.ReactNode) => (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={label}
      title={label}
      disabled={row === undefined}
      onClick={() => row && void navigate({ to: leadPath(row.leadCaptureKey), replace: true })}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <Group gap={8} wrap="nowrap" fz="sm" style={{ whiteSpace: 'nowrap' }}>
      {step('Previous lead (k)', before, <IconChevronLeft size={16} aria-hidden="true" />)}
      <span>
        {formatCount(place + 1)} of {count.replace(/ rows?$/, '').toLowerCase()}
      </span>
      {step('Next lead (j)', after, <IconChevronRight size={16} aria-hidden="true" />)}
    </Group>
  );
};

export const LeadNeighbours = ({ leadKey }: { leadKey: number }) => {
  const question = useLastSearch((state) => state.question);
  return question === null ? null : <Steps leadKey={leadKey} question={question} />;
};

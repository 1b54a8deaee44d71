import { Button, Flex, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatCount } from '../../lib/text/format.ts';

interface PagerProps {
  page: number;
  total: number;
  pageSize?: number;
  onTurn: (page: number) => void;
}

/** Renders nothing when everything fits on one page. */
export const Pager = ({ page, total, pageSize = 25, onTurn }: PagerProps) => {
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last === 1 && page === 1) return null;
  const from = (page - 1) * pageSize + 1;
  return (
    <Flex component="nav" gap={8} justify="flex-end" align="center" mt={10} aria-label="Pages">
      <Text span size="xs" me={4} c="dimmed">
        {formatCount(Math.min(from, total))}–{formatCount(Math.min(page * pageSize, total))} of {formatCount(total)}
      </Text>
      <Button
        variant="default"
        size="xs"
        disabled={page <= 1}
        leftSection={<IconChevronLeft size={14} aria-hidden="true" />}
        onClick={() => onTurn(Math.min(page - 1, last))}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={page >= last}
        rightSection={<IconChevronRight size={14} aria-hidden="true" />}
        onClick={() => onTurn(page + 1)}
      >
        Next
      </Button>
    </Flex>
  );
};

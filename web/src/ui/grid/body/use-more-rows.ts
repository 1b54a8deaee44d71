import { useEffect } from 'react';
import { useStable } from '../use-stable.ts';

interface MoreInput {
  more: { onMore: () => void } | null | undefined;
  isLoading: boolean;
  /** The rows that are drawn end before this one. */
  drawnTo: number;
  rowCount: number;
}

/** Asks for further rows when the last ones that are there are drawn: by scrolling and by the arrow keys alike. */
export const useMoreRows = ({ more, isLoading, drawnTo, rowCount }: MoreInput): void => {
  const ask = useStable(() => more?.onMore());
  const dueAt = more != null && !isLoading && drawnTo >= rowCount ? rowCount : -1;
  useEffect(() => {
    if (dueAt >= 0) ask();
  }, [dueAt, ask]);
};

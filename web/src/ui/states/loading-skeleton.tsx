import { Skeleton, VisuallyHidden } from '@mantine/core';

interface LoadingSkeletonProps {
  /** Announced while loading. */
  label: string;
  lines?: number;
  height?: number;
}

const WIDTHS = ['72%', '94%', '58%', '83%'];

export const LoadingSkeleton = ({ label, lines = 4, height = 14 }: LoadingSkeletonProps) => (
  <div role="status">
    <VisuallyHidden>{label}</VisuallyHidden>
    {Array.from({ length: lines }, (_, line) => (
      <Skeleton key={line} height={height} my={height} width={WIDTHS[line % WIDTHS.length]} />
    ))}
  </div>
);

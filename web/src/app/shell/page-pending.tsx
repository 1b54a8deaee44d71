import { Box } from '@mantine/core';
import { LoadingSkeleton } from '../../ui/states/loading-skeleton.tsx';

export const PagePending = () => (
  <Box p={24} maw={640}>
    <LoadingSkeleton label="Loading the page" lines={6} />
  </Box>
);

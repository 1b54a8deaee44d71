import { useMediaQuery } from '@mantine/hooks';

/** The same breakpoint as in the grid and the styles. */
const NARROW = '(width < 600px)';

/** Whether the window is a phone's, known at the first drawing. */
export const useIsNarrow = (): boolean => useMediaQuery(NARROW, false, { getInitialValueInEffect: false }) ?? false;

import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';

/** Keeps the transitions, because Mantine would switch them off by a <style> element, which the CSP refuses. */
export const useScheme = (): { scheme: MantineColorScheme; setScheme: (scheme: MantineColorScheme) => void } => {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return { scheme: colorScheme, setScheme: setColorScheme };
};

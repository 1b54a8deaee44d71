import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';

/** Keeps transitions on: Mantine would switch them off with a <style> element, which the CSP refuses. */
export const useScheme = (): { scheme: MantineColorScheme; setScheme: (scheme: MantineColorScheme) => void } => {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return { scheme: colorScheme, setScheme: setColorScheme };
};

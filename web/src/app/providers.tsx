import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SCHEME_KEY } from '../lib/storage/storage-keys.ts';
import { ErrorBoundary } from '../ui/states/error-boundary.tsx';
import { RetryPanel } from '../ui/states/retry-panel.tsx';
import { theme } from '../ui/theme/theme.ts';
import { Toasts } from '../ui/toast/toast.tsx';

const schemes = localStorageColorSchemeManager({ key: SCHEME_KEY });

const wholeFailure = () => (
  <RetryPanel
    level={1}
    title="Something went wrong"
    message="An unexpected error occurred."
    label="Reload"
    onRetry={() => window.location.reload()}
  />
);

interface ProvidersProps {
  queries: QueryClient;
  children: ReactNode;
}

/** The theme's variables are already in the style sheet (build/theme-css.ts), so Mantine writes no <style> of its own. */
export const Providers = ({ queries, children }: ProvidersProps) => (
  <MantineProvider
    theme={theme}
    defaultColorScheme="auto"
    colorSchemeManager={schemes}
    withCssVariables={false}
    withGlobalClasses={false}
  >
    <QueryClientProvider client={queries}>
      <ErrorBoundary fallback={wholeFailure}>{children}</ErrorBoundary>
      <Toasts />
    </QueryClientProvider>
  </MantineProvider>
);

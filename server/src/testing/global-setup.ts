import { type TestProject } from 'vitest/node';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    template: string;
    /** What the names of filled databases begin with: it says of which sources they are. */
    filledPrefix: string;
    /** Whether sweeps over owners, filters and rows ask about all of them, not a sample. */
    wholeSweep: boolean;
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { postgres, template, filledPrefix } = await startTestServer();
  project.provide('serverUrl', postgres.url);
  project.provide('template', template);
  project.provide('filledPrefix', filledPrefix);
  return () => postgres.stop();
};

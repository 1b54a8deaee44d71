import { type TestProject } from 'vitest/node';
import { startTestServer } from './servers/test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the databases' server. */
    databases: string;
    serverUrl: string;
    template: string;
    /** What the names of filled databases begin with: it says of which sources they are. */
    filledPrefix: string;
    /** How much tests that ask about many owners, filters and rows ask: few of each, a sample, or all. */
    sweep: 'few' | 'sample' | 'all';
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { postgres, template, filledPrefix } = await startTestServer(project.getProvidedContext().databases);
  project.provide('serverUrl', postgres.url);
  project.provide('template', template);
  project.provide('filledPrefix', filledPrefix);
  return () => postgres.stop();
};

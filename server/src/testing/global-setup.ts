import { type TestProject } from 'vitest/node';
import { startTestServer, testDatabaseName } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    template: string;
    /** What the databases that files of this run share begin with. */
    runDatabase: string;
    /** Whether sweeps over owners, filters and rows ask about all of them, not a sample. */
    wholeSweep: boolean;
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { postgres, template } = await startTestServer();
  project.provide('serverUrl', postgres.url);
  project.provide('template', template);
  project.provide('runDatabase', testDatabaseName());
  return () => postgres.stop();
};

import { type TestProject } from 'vitest/node';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    template: string;
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { postgres, template } = await startTestServer();
  project.provide('serverUrl', postgres.url);
  project.provide('template', template);
  return () => postgres.stop();
};

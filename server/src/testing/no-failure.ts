/** The log of a job that must not fail: what it would log fails the test. */
export const noFailure = {
  error: ({ err }: { err: unknown }): never => {
    throw err;
  },
};

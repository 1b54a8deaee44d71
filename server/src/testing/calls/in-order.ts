import { beforeAll } from 'vitest';

interface Ordered {
  shuffle?: boolean | undefined;
  tasks?: readonly object[];
}

const keepOrder = (suite: Ordered): void => {
  suite.shuffle = false;
  for (const task of suite.tasks ?? []) keepOrder(task);
};

/**
 * For a file, or a `describe`, whose tests are the steps of one story, each going on from the one before: `--shuffle` leaves
 * their order. Only where a step on its own would have to tell the whole story again; else each test makes what it needs.
 */
export const inOrder = (): void => {
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures are asked for: none.
  beforeAll(({}, suite) => keepOrder(suite));
};

/** An error that the reader can fix: shown as its one sentence, without a stack. */
export class PlainError extends Error {}

export const say = (text) => console.log(text);

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Runs a script's main function; its result is the exit code. */
export const runMain = async (main) => {
  try {
    process.exit((await main()) ?? 0);
  } catch (error) {
    console.error(error instanceof PlainError ? error.message : error);
    process.exit(1);
  }
};

/** A stop for a reason that the reader can mend: shown as its one sentence, without a stack. */
export class PlainError extends Error {}

export const say = (text) => console.log(text);

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Runs a script's main function; its number becomes the exit code. */
export const runMain = async (main) => {
  try {
    process.exit((await main()) ?? 0);
  } catch (error) {
    console.error(error instanceof PlainError ? error.message : error);
    process.exit(1);
  }
};

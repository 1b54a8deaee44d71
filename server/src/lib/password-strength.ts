import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';

/** Below this, a cracker with the usual word lists finds it in hours. */
const STRONG_ENOUGH = 3;

/** Made at the first password that is set: its word lists are a few megabytes that most processes never need. */
let estimator: ZxcvbnFactory | undefined;

/** Whether the password is a common one, or made of the words that belong to its user, in whatever disguise. */
export const isEasyToGuess = (password: string, ownWords: readonly string[]): boolean => {
  estimator ??= new ZxcvbnFactory({ dictionary: { ...dictionary, ...english }, graphs: adjacencyGraphs });
  return estimator.check(password, [...ownWords]).score < STRONG_ENOUGH;
};

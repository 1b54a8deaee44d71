import argon2 from '@node-rs/argon2';
import pLimit from 'p-limit';

/** argon2id with OWASP's minimum: 19 MiB, two passes. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing uses a whole core. At most two at once, so that the machine can serve requests during a flood of sign-ins. */
const oneOfTwo = pLimit(2);

export const hashPassword = (password: string): Promise<string> => oneOfTwo(() => argon2.hash(password, PARAMETERS));

/** Whether a hash was made with weaker parameters than ours: it is replaced at the next sign-in. */
export const isOutdated = (stored: string): boolean => {
  const parameters = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored);
  return (
    parameters === null || Number(parameters[1]) < PARAMETERS.memoryCost || Number(parameters[2]) < PARAMETERS.timeCost
  );
};

const hashOfNobody = hashPassword('nobody has this password');

/** Takes the same time for an unknown user, so that timing reveals nothing. */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const against = stored ?? (await hashOfNobody);
  const matches = await oneOfTwo(() => argon2.verify(against, password));
  return matches && stored !== null;
};

import argon2 from '@node-rs/argon2';
import pLimit from 'p-limit';

/** argon2id at OWASP's floor: 19 MiB, two passes. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing fills a core. Two at once leave the machine able to serve while a flood of sign-ins waits in line. */
const oneOfTwo = pLimit(2);

export const hashPassword = (password: string): Promise<string> => oneOfTwo(() => argon2.hash(password, PARAMETERS));

/** Whether a hash was made with weaker parameters than ours: then the next sign-in is the moment to make a better one. */
export const isOutdated = (stored: string): boolean => {
  const parameters = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored);
  return (
    parameters === null || Number(parameters[1]) < PARAMETERS.memoryCost || Number(parameters[2]) < PARAMETERS.timeCost
  );
};

const hashOfNobody = hashPassword('nobody has this password');

/** Takes as long for a user that does not exist as for one that does, so that the time tells nothing. */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const against = stored ?? (await hashOfNobody);
  const matches = await oneOfTwo(() => argon2.verify(against, password));
  return matches && stored !== null;
};

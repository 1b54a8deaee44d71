import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** argon2id at OWASP's floor: 19 MiB, two passes. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing fills a core. Two at once leave the machine able to serve while a flood of sign-ins waits in line. */
const oneOfTwo = pLimit(2);

export const hashPassword = (password: string): Promise<string> => oneOfTwo(() => hash(password, PARAMETERS));

const hashOfNobody = hashPassword('nobody has this password');

/** Takes as long for a user that does not exist as for one that does, so that the time tells nothing. */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const against = stored ?? (await hashOfNobody);
  const matches = await oneOfTwo(() => verify(against, password));
  return matches && stored !== null;
};

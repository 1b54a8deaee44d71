import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheDir } from '../paths.mjs';
import { PlainError, say } from '../say.mjs';

// How often the holder touches its file; if it stops, the holder is dead.
const BEAT_MS = 2_000;
const DEAD_AFTER_MS = 20_000;
const WAIT_LIMIT_MS = 15 * 60_000;

const createNew = (file, content) => {
  try {
    fs.writeFileSync(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new PlainError(
      `The folder ${cacheDir} cannot be written (${error.code}): give this user the repository, or clone it anew.`,
    );
  }
};

const read = (file) => {
  try {
    return { holder: fs.readFileSync(file, 'utf8'), touchedAt: fs.statSync(file).mtimeMs };
  } catch {
    return null;
  }
};

/** Only the process that creates the claim may remove the dead lock, and only if it is still the same. */
const removeDead = (file, { holder }) => {
  const claim = `${file}.dead`;
  if (!createNew(claim, holder)) return;
  if (read(file)?.holder === holder) fs.rmSync(file, { force: true });
  fs.rmSync(claim, { force: true });
};

const acquire = async (file, waiting) => {
  const me = `${process.pid} ${randomUUID()}`;
  const end = Date.now() + WAIT_LIMIT_MS;
  let isAnnounced = false;
  while (!createNew(file, me)) {
    const other = read(file);
    if (other && Date.now() - other.touchedAt > DEAD_AFTER_MS) removeDead(file, other);
    if (!isAnnounced) say(waiting);
    isAnnounced = true;
    if (Date.now() > end)
      throw new PlainError(`Another run holds ${file}: end it, or delete the file, then start again.`);
    await sleep(200);
  }
};

/** A lock across processes. If this process ends, the lock ends too, after 20 s at the latest. */
export const withLock = async (name, waiting, work) => {
  fs.mkdirSync(cacheDir, { recursive: true });
  const file = path.join(cacheDir, `${name}.lock`);
  await acquire(file, waiting);
  const release = () => fs.rmSync(file, { force: true });
  const beat = setInterval(() => fs.utimes(file, new Date(), new Date(), () => {}), BEAT_MS);
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
};

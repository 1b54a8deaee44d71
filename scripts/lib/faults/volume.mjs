import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const SIZE_MB = 1_500;

/** A small disk for the database, which can be filled without affecting others; null where mounting is not allowed. */
export const openVolume = (folder) => {
  fs.mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  let isOpen = true;
  const filler = path.join(folder, 'filler');
  return {
    /** Fills the free space with a file. */
    fill: () => {
      const out = fs.openSync(filler, 'a');
      for (const bytes of [Buffer.alloc(1 << 20), Buffer.alloc(4096)]) {
        try {
          for (;;) fs.writeSync(out, bytes);
        } catch (error) {
          if (error.code !== 'ENOSPC') throw error;
        }
      }
      fs.closeSync(out);
    },
    free: () => fs.rmSync(filler, { force: true }),
    /** Can be called repeatedly: processes that still write, write to nothing. */
    close: () => {
      if (isOpen) execFileSync('umount', ['-l', folder]);
      isOpen = false;
    },
  };
};

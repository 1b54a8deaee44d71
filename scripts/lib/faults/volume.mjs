import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const SIZE_MB = 1_500;

/** A small disk for the database, which can be filled without filling anybody else's; null where nothing may be mounted. */
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
    /** Leaves nothing: what is free goes into a file. */
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
    /** However often it is asked to: whoever still writes to it goes on writing to nothing. */
    close: () => {
      if (isOpen) execFileSync('umount', ['-l', folder]);
      isOpen = false;
    },
  };
};

import { SingleBar } from 'cli-progress';

/** Progress callback of a load: a fraction from 0 to 1, and the current part. */
export type OnProgress = (fraction: number, what: string) => void;

/** Shows a load's progress, and nothing if there is nothing to load. */
export const withProgressBar = async <T>(load: (onProgress: OnProgress) => Promise<T>): Promise<T> => {
  const bar = new SingleBar({ format: 'Loading the demo {bar} {percentage}% {what}', clearOnComplete: true });
  try {
    return await load((fraction, what) => {
      if (!bar.isActive) bar.start(1, 0, { what });
      bar.update(fraction, { what });
    });
  } finally {
    bar.stop();
  }
};

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** Rejects with a ChunkLoadError when the load fails or times out. */
export const loadInTime = <T>(load: () => Promise<T>, timeoutMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const fail = (cause?: unknown) => reject(new ChunkLoadError('This page could not be loaded.', { cause }));
    const timer = setTimeout(fail, timeoutMs);
    load()
      .then(resolve, fail)
      .finally(() => clearTimeout(timer));
  });

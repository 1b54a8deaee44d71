import { localError } from './api-error.ts';

const CANCELLED = Symbol('cancelled');
const TIMED_OUT = Symbol('timed out');
const pending = new Map<string, AbortController>();

/** Runs with a time limit. When cancelled from outside it resolves to undefined. */
export async function withinTime<T>(
  timeoutMs: number,
  controller: AbortController,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(TIMED_OUT), timeoutMs);
  try {
    const result = await run(signal);
    return signal.aborted ? undefined : result;
  } catch (error) {
    if (signal.reason === TIMED_OUT) throw localError('TIMED_OUT');
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** A controller that also aborts with the outer signal, if there is one. */
export const follow = (outer: AbortSignal | undefined): AbortController => {
  const controller = new AbortController();
  const cancel = () => controller.abort(CANCELLED);
  if (outer?.aborted) cancel();
  outer?.addEventListener('abort', cancel, { once: true, signal: controller.signal });
  return controller;
};

/** Allows one pending request per operation: a newer one cancels the older, whose promise resolves to undefined. */
export async function onlyLatest<T>(
  id: string,
  controller: AbortController,
  run: () => Promise<T | undefined>,
): Promise<T | undefined> {
  pending.get(id)?.abort(CANCELLED);
  pending.set(id, controller);
  try {
    return await run();
  } finally {
    if (pending.get(id) === controller) pending.delete(id);
  }
}

import { CancelledError } from '../../db/scope/tx.ts';

/** Runs work once for concurrent callers of the same key. Its signal aborts when the last of them has left, not when the first does. */
interface SingleFlight {
  join<T>(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
  readonly running: number;
}

interface Flight {
  result: Promise<unknown>;
  waiting: number;
  abandoned: AbortController;
}

export const createSingleFlight = (): SingleFlight => {
  const flights = new Map<string, Flight>();

  const begin = (key: string, work: (signal: AbortSignal) => Promise<unknown>): Flight => {
    const abandoned = new AbortController();
    const flight: Flight = { result: work(abandoned.signal), waiting: 0, abandoned };
    const over = (): void => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    flight.result.then(over, over);
    // A caller arriving after the last has left starts a new run.
    abandoned.signal.addEventListener('abort', over);
    flights.set(key, flight);
    return flight;
  };

  return {
    async join<T>(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
      if (signal?.aborted) throw new CancelledError();
      const flight = flights.get(key) ?? begin(key, work);
      flight.waiting += 1;
      let leave: (() => void) | undefined;
      const left = new Promise<never>((_, reject) => {
        leave = () => reject(new CancelledError());
        signal?.addEventListener('abort', leave, { once: true });
      });
      try {
        return (await Promise.race([flight.result, left])) as T;
      } finally {
        if (leave !== undefined) signal?.removeEventListener('abort', leave);
        flight.waiting -= 1;
        if (flight.waiting === 0) flight.abandoned.abort();
      }
    },
    get running() {
      return flights.size;
    },
  };
};

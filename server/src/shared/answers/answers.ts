import { METRIC_KEYS, METRICS, type Permission, type UserGroup } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx, type WorkOptions } from '../../db/scope/tx.ts';
import { type Clock } from '../../lib/clock.ts';
import { type AnswerCache, createAnswerCache, holds, type Stored } from './answer-cache.ts';
import { findBasis, findVersion } from './answers.queries.ts';
import { createSingleFlight } from './single-flight.ts';

/** The caller: visible owners and permissions. */
export interface Viewer {
  scope: Scope;
  group: UserGroup;
  permissions: ReadonlySet<Permission>;
}

/** Everything about the caller that an answer may depend on: viewers with equal values get the same answer. */
export interface ViewerKind {
  group: UserGroup;
  permissions: ReadonlySet<Permission>;
}

/** Permissions that decide which metrics are visible, from the metric registry. */
const METRIC_RIGHTS = [...new Set(METRIC_KEYS.flatMap((key) => METRICS[key].permission ?? []))].toSorted();

const kindOf = ({ group, permissions }: Viewer): ViewerKind => ({
  group,
  permissions: new Set(METRIC_RIGHTS.filter((right) => permissions.has(right))),
});

type Make<Answer> = (tx: Tx, kind: ViewerKind, now: Date) => Promise<Answer>;

export interface Answers {
  /**
   * Returns the cached answer to a question if the data are unchanged and the viewer is of the same kind; else computes it in one snapshot.
   * Concurrent callers share the computation. A failure is not cached.
   */
  get<Answer>(viewer: Viewer, question: readonly unknown[], make: Make<Answer>, options?: WorkOptions): Promise<Answer>;
}

export const createAnswers = (
  { db, clock }: { db: Database; clock: Clock },
  cache: AnswerCache = createAnswerCache(),
): Answers => {
  const flights = createSingleFlight();

  return {
    async get<Answer>(
      viewer: Viewer,
      question: readonly unknown[],
      make: Make<Answer>,
      { signal }: WorkOptions = {},
    ): Promise<Answer> {
      const { scope } = viewer;
      const kind = kindOf(viewer);
      const key = JSON.stringify([
        scope.ownerKeys.toSorted((a, b) => a - b),
        scope.partnerKey,
        kind.group,
        [...kind.permissions],
        question,
      ]);
      const version = await findVersion(db, scope.ownerKeys);
      const now = clock.now();
      const stored = cache.find(key);
      if (stored !== undefined && holds(stored, version, now)) return stored.answer as Answer;

      let mine = false;
      const work = (abandoned?: AbortSignal): Promise<Stored<Answer>> => {
        mine = true;
        return db.readScope(
          scope,
          async (tx) => {
            // The version is read in the same snapshot as the answer: it can be newer than the requested one.
            const basis = await findBasis(tx, scope.ownerKeys, now);
            const entry = { basis, answer: await make(tx, kind, now) };
            cache.store(key, entry);
            return entry;
          },
          { signal: abandoned },
        );
      };
      // Do not share a computation started at an older version, before midnight, or before a price change.
      const shared = await flights.join(`${version} ${key}`, work, signal);
      return mine || holds(shared, version, now) ? shared.answer : (await work(signal)).answer;
    },
  };
};

import { METRIC_KEYS, METRICS, type Permission, type UserGroup } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx, type WorkOptions } from '../../db/scope/tx.ts';
import { type Clock } from '../../lib/clock.ts';
import { type AnswerCache, createAnswerCache, holds, type Stored } from './answer-cache.ts';
import { findBasis, findVersion } from './answers.queries.ts';
import { createSingleFlight } from './single-flight.ts';

/** Who asks: whose rows they see, and by which rights. */
export interface Viewer {
  scope: Scope;
  group: UserGroup;
  permissions: ReadonlySet<Permission>;
}

/** All that an answer may know about who asks for it: viewers who are alike in this get the same answer. */
export interface ViewerKind {
  group: UserGroup;
  permissions: ReadonlySet<Permission>;
}

/** The rights that decide which numbers somebody sees, as the registry of metrics has them. */
const METRIC_RIGHTS = [...new Set(METRIC_KEYS.flatMap((key) => METRICS[key].permission ?? []))].toSorted();

const kindOf = ({ group, permissions }: Viewer): ViewerKind => ({
  group,
  permissions: new Set(METRIC_RIGHTS.filter((right) => permissions.has(right))),
});

type Make<Answer> = (tx: Tx, kind: ViewerKind, now: Date) => Promise<Answer>;

export interface Answers {
  /**
   * The answer to a question that was worked out before, if the data have not moved since and the viewer is of the same kind;
   * else a new one, in one snapshot. Those who ask at the same time share it. One that fails is not stored.
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
            // The version is read in the snapshot that the answer is made of: it can be newer than what was asked for.
            const basis = await findBasis(tx, scope.ownerKeys, now);
            const entry = { basis, answer: await make(tx, kind, now) };
            cache.store(key, entry);
            return entry;
          },
          { signal: abandoned },
        );
      };
      // What others began at an older version is not shared; nor what they began before midnight, or before a price changed.
      const shared = await flights.join(`${version} ${key}`, work, signal);
      return mine || holds(shared, version, now) ? shared.answer : (await work(signal)).answer;
    },
  };
};

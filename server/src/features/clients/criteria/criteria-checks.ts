import {
  type ClientCriteria,
  clientCriteriaSchema,
  criteriaChanges,
  criteriaProblems,
  type CriteriaVersion,
  type FieldError,
  type ParameterFacts,
  POST_PARAMETERS,
} from '@paceline/contract';
import { isPattern } from '../../../shared/intake/read/patterns.ts';
import { type StoredVersion } from './criteria.queries.ts';

export const parameterFacts: ParameterFacts = (parameter) => POST_PARAMETERS[parameter];

/** The criteria of a client without a version: the defaults. */
export const DEFAULT_CRITERIA: ClientCriteria = clientCriteriaSchema.parse({});

/** All errors in criteria to be saved, each at its field. */
export const problemsOf = (criteria: ClientCriteria): FieldError[] => [
  ...criteriaProblems(criteria, parameterFacts),
  ...criteria.fields.flatMap(({ pattern }, index): FieldError[] =>
    pattern === null || isPattern(pattern)
      ? []
      : [
          {
            field: `fields.${index}.pattern`,
            code: 'pattern',
            message: 'This pattern cannot be used: it has a mistake, looks around (?=…) or refers back (\\1).',
          },
        ],
  ),
];

/** Each version with its changes, the newest first, as they were given. */
export const tellVersions = (versions: readonly StoredVersion[]): CriteriaVersion[] =>
  versions.map(({ version, criteria, savedBy, savedAt }, index) => {
    const before = versions[index + 1];
    const changes = before === undefined ? [] : criteriaChanges(before.criteria, criteria, parameterFacts);
    return { version, savedBy, savedAt, changes };
  });

/**
 * Fields that both changed to different values since the version the caller started from, with both values. The first line names the other
 * save.
 */
export const conflictsOf = (
  base: ClientCriteria,
  theirs: Pick<StoredVersion, 'criteria' | 'savedBy' | 'version'>,
  mine: ClientCriteria,
): FieldError[] => {
  const by = theirs.savedBy ?? 'Paceline';
  const ours = new Map(criteriaChanges(base, mine, parameterFacts).map((change) => [change.path, change]));
  const both = criteriaChanges(base, theirs.criteria, parameterFacts).flatMap(
    ({ path, label, after }): FieldError[] => {
      const own = ours.get(path);
      if (own === undefined || own.after === after) return [];
      return [{ field: path, code: 'conflict', message: `${label}: ${by} saved ${after}, you have ${own.after}.` }];
    },
  );
  return [{ field: 'version', code: 'conflict', message: `${by} saved version ${theirs.version} meanwhile.` }, ...both];
};

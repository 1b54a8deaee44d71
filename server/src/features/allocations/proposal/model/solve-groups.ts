import { type ProposalObjective } from '@paceline/contract';
import { type LinearAnswer } from '../../../../lib/solver/linear-problem.ts';
import { solveLinear } from '../../../../lib/solver/solve-linear.ts';
import { type GroupAnswer } from './group-answer.rules.ts';
import { brokenLimits, type Limit, LIMITS, type MovableGroup, programOf } from './program.rules.ts';

/** For all groups of a proposal together, because a user waits for it. */
const SECONDS = 8;

const unitsIn = ({ campaigns }: MovableGroup, { values }: LinearAnswer): number[] =>
  campaigns.map(({ before }, index) => Math.round(values[`x${index}`] ?? before));

const unchanged = ({ campaigns }: MovableGroup): number[] => campaigns.map(({ before }) => before);

/** The first limit that, left out, makes the problem solvable. */
const findLimit = async (group: MovableGroup, objective: ProposalObjective): Promise<Limit | 'bounds'> => {
  const answers = await solveLinear(
    LIMITS.map((without) => ({ text: programOf(group, { objective, whole: false, without }) })),
    SECONDS,
  );
  const place = answers.findIndex(({ status }) => status !== 'infeasible');
  return LIMITS[place] ?? 'bounds';
};

export const solveGroups = async (
  groups: readonly MovableGroup[],
  objective: ProposalObjective,
  seconds = SECONDS,
): Promise<GroupAnswer[]> => {
  const texts = groups.flatMap((group) => [
    { text: programOf(group, { objective, whole: true }) },
    { text: programOf(group, { objective, whole: false }) },
  ]);
  const solved = await solveLinear(texts, seconds);
  const answers: GroupAnswer[] = [];
  for (const [index, group] of groups.entries()) {
    const [whole, parts] = [solved[2 * index], solved[2 * index + 1]];
    const none = { units: unchanged(group), isTimedOut: false, perDollar: null };
    if (whole === undefined || whole.status === 'infeasible') {
      answers.push({ ...none, cannotKeep: await findLimit(group, objective) });
      continue;
    }
    const units = unitsIn(group, whole);
    const isKept = brokenLimits(group, units).length === 0;
    const perDollar = Math.abs(parts?.duals['spend'] ?? 0);
    // The present allocations break nothing, unless a floor or ceiling requires a change: then the time was too short to find an answer.
    const now = brokenLimits(group, none.units).length === 0;
    answers.push({
      units: isKept ? units : none.units,
      isTimedOut: whole.status === 'timeLimit',
      perDollar: perDollar > 0 ? perDollar : null,
      cannotKeep: isKept || now ? null : 'bounds',
    });
  }
  return answers;
};

/** A linear problem in CPLEX's LP text. */
export interface LinearProblem {
  text: string;
}

export interface LinearAnswer {
  /** `timeLimit`: the best solution found in time. Unbounded or unsolvable problems are `infeasible`. */
  status: 'optimal' | 'timeLimit' | 'infeasible';
  values: Readonly<Record<string, number>>;
  /** Shadow price by constraint: the value of raising its limit by one. Only without integer variables. */
  duals: Readonly<Record<string, number>>;
}

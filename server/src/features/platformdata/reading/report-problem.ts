/** Why a report is not loaded, in words for its sender, with the faulty cells, if any. */
export class ReportProblem extends Error {
  override readonly name = 'ReportProblem';
  readonly problems: readonly string[];

  constructor(message: string, problems: readonly string[] = []) {
    super(message);
    this.problems = problems;
  }
}

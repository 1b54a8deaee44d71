/** Why a report is not loaded, in words for whoever sent it; and, where cells are at fault, which. */
export class ReportProblem extends Error {
  override readonly name = 'ReportProblem';
  readonly problems: readonly string[];

  constructor(message: string, problems: readonly string[] = []) {
    super(message);
    this.problems = problems;
  }
}

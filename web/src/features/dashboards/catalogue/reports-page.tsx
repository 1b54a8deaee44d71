import { reportsFor } from '@paceline/contract';
import { Link } from '@tanstack/react-router';
import { pathTo } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { HeadParts } from '../../../ui/pieces/page-head.tsx';
import { InsightsOwner } from '../../../shared/insights-owner.tsx';
import { reportPath } from './prepare-report.ts';
import { ReportPicture } from './report-picture.tsx';
import classes from './reports-page.module.css';

/** The viewer's reports, by the question each answers. */
export const ReportsPage = () => {
  const group = groupOfSession() ?? 'cl';
  const mayBill = useMay('reports:Billable') && group !== 'cl';
  return (
    <InsightsOwner>
      {({ ownerKey, variant, choice }) => {
        const reports = reportsFor(group, variant);
        return (
          <>
            <HeadParts action={choice} />
            {reports.length === 0 && (
              <EmptyState title="No reports for this owner">
                Media Dashboard and Media Analysis have its numbers.
              </EmptyState>
            )}
            <ul className={classes.cards}>
              {reports.map(({ name, report }) => (
                <li key={name} className={classes.card}>
                  <ReportPicture view={report.parts[0]?.view ?? 'table'} />
                  <h2 className={classes.title}>
                    <Link to={reportPath(group, name)} search={{ owner: ownerKey } as never}>
                      {report.title}
                    </Link>
                  </h2>
                  <p>{report.question}</p>
                  <p className={classes.grain}>One row: {report.grain.toLowerCase()}</p>
                </li>
              ))}
              {mayBill && (
                <li className={classes.card}>
                  <ReportPicture view="table" />
                  <h2 className={classes.title}>
                    <Link to={pathTo(group === 'mp' ? 'mpBillable' : 'billable')} search={{ owner: ownerKey } as never}>
                      Billable
                    </Link>
                  </h2>
                  <p>What is billed for a month, and is it agreed?</p>
                  <p className={classes.grain}>One row: a campaign of a month</p>
                </li>
              )}
            </ul>
          </>
        );
      }}
    </InsightsOwner>
  );
};

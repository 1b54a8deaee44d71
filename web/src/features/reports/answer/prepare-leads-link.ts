import { leadsOfCell, type PickedCell, type UserGroup } from '@paceline/contract';
import { pathTo } from '../../../lib/address/paths.ts';

/** Link to the leads behind a cell; null if the list's filters cannot express exactly these. */
export const leadsPath = (cell: PickedCell, group: UserGroup): string | null => {
  const fields = leadsOfCell(cell, group);
  if (fields === null) return null;
  const search = new URLSearchParams(fields).toString().replaceAll('%2C', ',');
  return `${pathTo(group === 'mp' ? 'mpLeads' : 'leads')}?${search}`;
};

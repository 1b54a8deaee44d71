import { leadsOfCell, type PickedCell, type UserGroup } from '@paceline/contract';
import { pathTo } from '../../../lib/address/paths.ts';

/** The list of the leads that a cell is made of; null where it cannot say exactly the same. */
export const leadsPath = (cell: PickedCell, group: UserGroup): string | null => {
  const fields = leadsOfCell(cell, group);
  if (fields === null) return null;
  const search = new URLSearchParams(fields).toString().replaceAll('%2C', ',');
  return `${pathTo(group === 'mp' ? 'mpLeads' : 'leads')}?${search}`;
};

import {
  type FieldError,
  groupOfUserType,
  permissionsOfGroup,
  type UserForm,
  type UserGroup,
} from '@paceline/contract';

/** Whoever saves a user, with what they hold themselves. */
export interface Grantor {
  userKey: number;
  permissions: ReadonlySet<string>;
  ownerKeys: readonly number[];
  allOwners: boolean;
}

/** What marks an attempt to give more than one has: such a refusal goes on record. */
export const BEYOND = 'beyond';

const problem = (field: string, code: string, message: string): FieldError => ({ field, code, message });

/** What belongs together: a partner's user has a partner, a client's user has owners. */
const shapeProblems = (group: UserGroup, form: UserForm): FieldError[] => {
  const problems: FieldError[] = [];
  if (group === 'mp' && form.partnerKey === null)
    problems.push(problem('partnerKey', 'required', 'Choose the media partner.'));
  if (group !== 'mp' && form.partnerKey !== null) {
    problems.push(problem('partnerKey', 'notAllowed', 'Only a media partner’s user has a media partner.'));
  }
  if (group !== 'ag' && form.allOwners)
    problems.push(problem('allOwners', 'notAllowed', 'Only agency users work on all owners.'));
  if (!form.allOwners && form.ownerKeys.length === 0)
    problems.push(problem('ownerKeys', 'required', 'Choose at least one owner.'));
  const grantable = new Set(permissionsOfGroup(group));
  const foreign = form.permissions.filter((permission) => !grantable.has(permission));
  if (foreign.length > 0) {
    problems.push(problem('permissions', 'notAllowed', `This kind of user cannot have ${foreign.join(', ')}.`));
  }
  return problems;
};

/** Nobody gives what they do not have. */
const escalations = (form: UserForm, grantor: Grantor): FieldError[] => {
  const problems: FieldError[] = [];
  const beyond = form.permissions.filter((permission) => !grantor.permissions.has(permission));
  if (beyond.length > 0) problems.push(problem('permissions', BEYOND, `You cannot grant ${beyond.join(', ')}.`));
  if (form.ownerKeys.some((key) => !grantor.ownerKeys.includes(key))) {
    problems.push(problem('ownerKeys', BEYOND, 'You cannot grant an owner that you do not work on.'));
  }
  if (form.allOwners && !grantor.allOwners) problems.push(problem('allOwners', BEYOND, 'You cannot grant all owners.'));
  return problems;
};

export const userFormProblems = (form: UserForm, grantor: Grantor): FieldError[] => {
  const group = groupOfUserType(form.userType);
  if (group === null) return [];
  return [...shapeProblems(group, form), ...escalations(form, grantor)];
};

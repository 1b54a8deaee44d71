import {
  type FieldError,
  groupOfUserType,
  permissionsOfGroup,
  type UserForm,
  type UserGroup,
} from '@paceline/contract';

/** The saving user, with their own rights. */
export interface Grantor {
  userKey: number;
  permissions: ReadonlySet<string>;
  ownerKeys: readonly number[];
  allOwners: boolean;
}

/** Marks an attempt to grant more than the caller's own rights: such a refusal is recorded. */
export const BEYOND = 'beyond';

const problem = (field: string, code: string, message: string): FieldError => ({ field, code, message });

/** Required combinations: a partner's user has a partner, a client's user has owners. */
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

/** Users cannot grant rights that they lack. */
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

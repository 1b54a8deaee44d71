import {
  type FieldError,
  groupOfUserType,
  type Permission,
  permissionsOfGroup,
  type UserForm,
  type UserGroup,
} from '@paceline/contract';

/** Whoever saves a user, with what they hold themselves. */
export interface Grantor {
  userKey: number;
  permissions: ReadonlySet<Permission>;
  ownerKeys: readonly number[];
  allOwners: boolean;
}

/** The user as it stands, or nothing for a new one. */
export interface Standing {
  permissions: readonly string[];
  ownerKeys: readonly number[];
  allOwners: boolean;
}

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

/** Nobody gives what they do not have. What the user holds already may stay as it is. */
const escalations = (form: UserForm, grantor: Grantor, standing: Standing | null): FieldError[] => {
  const problems: FieldError[] = [];
  const held = new Set<string>([...grantor.permissions, ...(standing?.permissions ?? [])]);
  const beyond = form.permissions.filter((permission) => !held.has(permission));
  if (beyond.length > 0) problems.push(problem('permissions', 'beyond', `You cannot give ${beyond.join(', ')}.`));
  const owners = new Set([...grantor.ownerKeys, ...(standing?.ownerKeys ?? [])]);
  if (form.ownerKeys.some((key) => !owners.has(key))) {
    problems.push(problem('ownerKeys', 'beyond', 'You cannot give an owner that you do not work on.'));
  }
  if (form.allOwners && !grantor.allOwners && standing?.allOwners !== true) {
    problems.push(problem('allOwners', 'beyond', 'You cannot give all owners.'));
  }
  return problems;
};

export const userFormProblems = (form: UserForm, grantor: Grantor, standing: Standing | null): FieldError[] => {
  const group = groupOfUserType(form.userType);
  if (group === null) return [];
  return [...shapeProblems(group, form), ...escalations(form, grantor, standing)];
};

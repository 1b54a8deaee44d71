import { zodResolver } from '@hookform/resolvers/zod';
import { ERRORS, type User, type UserGroup, userFormSchema } from '@paceline/contract';
import { type Resolver, useForm, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../lib/api-error.ts';
import type { Failure } from '../../ui/form-failure.tsx';
import { type FormValues, toForm } from './prepare-user-form.ts';

export type UserFormApi = UseFormReturn<FormValues>;

const FIELDS: readonly string[] = [
  'userName',
  'firstName',
  'lastName',
  'email',
  'partnerKey',
  'allOwners',
  'ownerKeys',
  'permissions',
];
const isField = (name: string): name is keyof FormValues => FIELDS.includes(name);

export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'STALE_ROW';

/** Judged by the schema of the call itself, with what the page knows filled in. */
const resolverFor = (group: UserGroup, user: User | null): Resolver<FormValues> => {
  const judge = zodResolver(userFormSchema) as unknown as Resolver<FormValues>;
  return (values, context, options) => judge(toForm(values, group, user), context, options);
};

export const useUserForm = (group: UserGroup, user: User | null, defaultValues: FormValues) => {
  const form = useForm<FormValues>({ defaultValues, resolver: resolverFor(group, user), mode: 'onTouched' });
  /** Puts what the server refused at its fields, and says what stands for the whole form. */
  const showErrors = (error: unknown): Failure => {
    if (!(error instanceof ApiError)) return { message: ERRORS.INTERNAL.message, requestId: null };
    const rest: string[] = [];
    for (const [index, { field, message }] of error.errors.entries())
      if (isField(field)) form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
      else rest.push(message);
    const requestId = (error.status ?? 0) >= 500 ? error.requestId : null;
    return { message: rest.length > 0 ? rest.join(' ') : error.message, requestId };
  };
  return { form, showErrors };
};

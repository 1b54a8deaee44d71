import type { DeliverySettings } from '@paceline/contract';
import { createContext, use } from 'react';
import { useWatch } from 'react-hook-form';
import type { EndpointFormApi, EndpointValues } from './prepare-endpoint.ts';

/** Problems of inputs already left, found before saving. */
export const LeftProblems = createContext<ReadonlyMap<string, string>>(new Map());

const errorAt = (errors: unknown, path: string): string | undefined => {
  let at: unknown = errors;
  for (const name of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[name];
  const message = (at as { message?: unknown } | undefined)?.message;
  return typeof message === 'string' ? message : undefined;
};

/** The form's settings, setters and errors by path. */
export const useSettings = (form: EndpointFormApi) => {
  const { errors } = form.formState;
  const left = use(LeftProblems);
  const values = useWatch({ control: form.control }) as EndpointValues;
  const options = { shouldDirty: true, shouldTouch: true } as const;
  return {
    values,
    settings: values.settings,
    set: <Name extends keyof DeliverySettings>(name: Name, value: DeliverySettings[Name]) =>
      form.setValue(`settings.${name}` as never, value as never, options),
    replace: (settings: DeliverySettings) => form.setValue('settings', settings, options),
    setName: (name: string) => form.setValue('name', name, options),
    setCredential: (credential: string) => form.setValue('credential', credential, options),
    /** Props for an input: name and error. */
    box: (path: string) => ({ name: path, error: errorAt(errors, path) ?? left.get(path) }),
  };
};

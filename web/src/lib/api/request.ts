import { type AnyCall, type CallInput, fillPath, WEB_CLIENT } from '@paceline/contract';
import { groupOfSession, useSession } from '../session/session-store.ts';

const BASES = {
  api: import.meta.env.VITE_API_BASE ?? '/api',
  auth: import.meta.env.VITE_AUTH_BASE ?? '/auth',
} as const;

type Part<Name extends string, Value> =
  Record<never, never> extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };
/** A call's arguments; parts that may be empty are optional. */
export type CallArgs<C extends AnyCall> = Part<'params', CallInput<C>['params']> &
  Part<'query', CallInput<C>['query']> &
  Part<'body', CallInput<C>['body']>;

/** The same without the types of a specific call, for code that only passes it on. */
export interface LooseArgs {
  params?: Readonly<Record<string, string | number>>;
  query?: unknown;
  body?: unknown;
}

interface Outgoing {
  url: string;
  method: string;
  headers: Headers;
  body: string | URLSearchParams | FormData | null;
  /** The access token the request was sent with, so that a late 401 does not end a newer session. */
  token: string | null;
}

type Field = string | number | boolean | object | null | undefined;

const fieldsOf = (value: unknown): URLSearchParams => {
  const fields = new URLSearchParams();
  const add = (name: string, field: Field) => {
    if (Array.isArray(field)) for (const one of field as Field[]) add(name, one);
    else if (typeof field === 'object' && field !== null) fields.append(name, JSON.stringify(field));
    else if (field !== undefined && field !== null) fields.append(name, String(field));
  };
  for (const [name, field] of Object.entries((value ?? {}) as Record<string, Field>)) add(name, field);
  return fields;
};

const urlOf = (call: AnyCall, args: LooseArgs): string => {
  const path = fillPath(call.path, args.params ?? {}, groupOfSession() ?? undefined);
  const query = fieldsOf(args.query).toString();
  return `${BASES[call.base]}${path}${query && `?${query}`}`;
};

const bodyOf = (call: AnyCall, body: unknown): Outgoing['body'] => {
  if (call.method === 'GET') return null;
  if (call.kind === 'form') return fieldsOf(body);
  return body instanceof FormData ? body : JSON.stringify(body ?? {});
};

export const outgoing = (call: AnyCall, args: LooseArgs, token = useSession.getState().accessToken): Outgoing => {
  const headers = new Headers({ accept: 'application/json' });
  const body = bodyOf(call, args.body);
  if (typeof body === 'string') headers.set('content-type', 'application/json');
  if (call.base === 'auth' && call.kind === 'form')
    headers.set('authorization', `Basic ${btoa(`${WEB_CLIENT.id}:${WEB_CLIENT.secret}`)}`);
  else if (token) headers.set('authorization', `Bearer ${token}`);
  return { url: urlOf(call, args), method: call.method, headers, body, token };
};

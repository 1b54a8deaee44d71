import { createHash, createHmac, randomBytes } from 'node:crypto';
import { recognitionKeyOf } from './key-ring.ts';

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** 256 random bits as 43 URL-safe characters. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** A token derived from another one, computable only with the secret. */
export const derivedToken = (secret: Buffer, purpose: string, from: string): string =>
  createHmac('sha256', recognitionKeyOf(secret)).update(`${purpose}\0${from}`).digest('base64url');

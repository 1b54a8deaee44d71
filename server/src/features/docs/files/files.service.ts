import {
  type CallBody,
  type CallQuery,
  type Doc,
  DOC_FILE_ENDINGS,
  DOC_FILES,
  type docFileSave,
  type docFileUpload,
  type FieldError,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { type Download } from '../../../http/answers/download.ts';
import { type Session } from '../../../http/guard/session.ts';
import { type Upload } from '../../../http/upload.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { checkDocument } from '../../../lib/document-check/check-document.ts';
import { endingOf, hasContentOf } from '../../../lib/files/file-kind.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import {
  type DocForm,
  findFile,
  hasPartner,
  insertDoc,
  insertVersion,
  listDocs,
  lockDoc,
  removeDoc,
  type StoredFile,
  updateDoc,
} from './files.queries.ts';

export interface FileDeps {
  db: Database;
  clock: Clock;
}
interface FileCaller {
  scope: Scope;
  session: Session;
  origin: Origin;
}

export const getDocs = async ({ db }: FileDeps, { scope }: FileCaller): Promise<Doc[]> => {
  const docs = await db.readScope(scope, (tx) => listDocs(tx, scope.ownerKeys));
  if (scope.group === 'ag') return docs;
  // The agency's uploader and the audience are shown to the agency only.
  return docs.map((doc) => ({
    ...doc,
    partnerKey: null,
    partnerName: null,
    versions: doc.versions.map((version) => ({ ...version, addedBy: null })),
  }));
};

/** A file as uploaded: always a download, with scripts disabled wherever it is opened. */
export const getDocFile = async (
  { db }: FileDeps,
  { scope }: FileCaller,
  id: { ownerKey: number; docKey: number; version: number },
): Promise<Download> => {
  const file = await db.readScope(scope, (tx) => findFile(tx, id));
  if (file === null) throw new AppError('NOT_FOUND');
  return { ...file, isUploaded: true };
};

const wrong = (...errors: FieldError[]): AppError => new AppError('VALIDATION', { errors });
const required = (field: string, message: string): FieldError => ({ field, code: 'required', message });
const MAX_NAME = 200;

/** The file name without folders, which some browsers and all attackers send, and without characters that no file system accepts. */
const plainName = (name: string): string => {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return last.replaceAll(/[\p{Cc}<>:"|?*\u202a-\u202e\u2066-\u2069]/gu, '').trim();
};

/** A file is accepted only if its extension and its content are of the same allowed type without active content. */
const checkUpload = async ({ fileName, bytes }: Upload): Promise<StoredFile> => {
  const name = plainName(fileName);
  const ending = endingOf(name, DOC_FILE_ENDINGS);
  if (ending === null || name === `.${ending}`)
    throw wrong({ field: 'file', code: 'name', message: 'The file needs a name.' });
  if (name.length > MAX_NAME)
    throw wrong({
      field: 'file',
      code: 'name',
      message: `The name of the file has more than ${MAX_NAME} characters.`,
    });
  if (!(await hasContentOf(DOC_FILES[ending], bytes)))
    throw new AppError('FILE_TYPE', { message: `The file is named .${ending} but is none.` });
  await checkDocument(bytes, ending);
  return { fileName: name, contentType: DOC_FILES[ending], content: bytes };
};

/** Only a file for media partners can be limited to one of them. */
const assertAudience = async (tx: Tx, { audience, partnerKey }: DocForm): Promise<void> => {
  if (partnerKey === null) return;
  if (audience !== 'PARTNERS' || !(await hasPartner(tx, partnerKey)))
    throw wrong({ field: 'partnerKey', code: 'invalid', message: 'Choose one of the media partners, or all of them.' });
};

export const uploadDoc = async (
  { db, clock }: FileDeps,
  { scope, session, origin }: FileCaller,
  ownerKey: number,
  { docKey: ofDoc, title, audience, partnerKey: onlyFor }: CallQuery<typeof docFileUpload>,
  upload: Upload,
): Promise<{ docKey: number; version: number }> => {
  if (ofDoc === undefined && (title === undefined || audience === undefined))
    throw wrong(
      ...(title === undefined ? [required('title', 'Title is required.')] : []),
      ...(audience === undefined ? [required('audience', 'Say who it is for.')] : []),
    );
  const file = await checkUpload(upload);
  const partnerKey = onlyFor ?? null;
  return db.withScope(scope, async (tx) => {
    const by = { userKey: session.userKey, at: clock.now() };
    let docKey = ofDoc;
    if (docKey !== undefined) {
      if ((await lockDoc(tx, ownerKey, docKey)) === null) throw new AppError('NOT_FOUND');
    } else {
      const form = { title: title ?? '', audience: audience ?? 'AGENCY', partnerKey };
      await assertAudience(tx, form);
      docKey = await insertDoc(tx, ownerKey, form, by);
    }
    const version = await insertVersion(tx, { ownerKey, docKey }, file, by);
    await audit(tx, scope, origin, by.at, {
      action: 'docUploaded',
      ownerKey,
      entity: 'doc',
      entityKey: docKey,
      after: { version, fileName: file.fileName, bytes: file.content.length, title, audience, partnerKey },
    });
    return { docKey, version };
  });
};

export const saveDoc = (
  { db, clock }: FileDeps,
  { scope, session, origin }: FileCaller,
  ownerKey: number,
  { docKey, rowVersion, ...form }: CallBody<typeof docFileSave>,
): Promise<{ rowVersion: number }> =>
  db.withScope(scope, async (tx) => {
    const stored = await lockDoc(tx, ownerKey, docKey);
    if (stored === null) throw new AppError('NOT_FOUND');
    if (stored.rowVersion !== rowVersion) {
      const message = `Somebody else changed this file: it is “${stored.title}” now. You wrote “${form.title}”.`;
      throw new AppError('STALE_ROW', { message, errors: [{ field: 'title', code: 'conflict', message }] });
    }
    await assertAudience(tx, form);
    const at = clock.now();
    const { rowVersion: _, ...before } = stored;
    const next = await updateDoc(tx, { ownerKey, docKey }, form, { userKey: session.userKey, at });
    await audit(tx, scope, origin, at, {
      action: 'docChanged',
      ownerKey,
      entity: 'doc',
      entityKey: docKey,
      before,
      after: form,
    });
    return { rowVersion: next };
  });

export const takeDocAway = (
  { db, clock }: FileDeps,
  { scope, session, origin }: FileCaller,
  ownerKey: number,
  docKey: number,
): Promise<{ removedAt: string }> =>
  db.withScope(scope, async (tx) => {
    const stored = await lockDoc(tx, ownerKey, docKey);
    if (stored === null) throw new AppError('NOT_FOUND');
    const at = clock.now();
    await removeDoc(tx, ownerKey, docKey, { userKey: session.userKey, at });
    await audit(tx, scope, origin, at, {
      action: 'docRemoved',
      ownerKey,
      entity: 'doc',
      entityKey: docKey,
      before: { title: stored.title },
    });
    return { removedAt: at.toISOString() };
  });

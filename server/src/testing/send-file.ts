import { type AnyCall, type BulkImportResult, fillPath } from '@paceline/contract';
import { type Answer, type SignedIn, type TestApp } from './app.ts';

export interface FileAnswer extends Answer {
  data: BulkImportResult;
}

/** A file as a browser's form sends it. */
export const fileForm = async (
  content: string | Buffer,
  fileName: string,
): Promise<{ type: string; payload: Buffer }> => {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(Buffer.from(content))], fileName));
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  return {
    type: request.headers.get('content-type') ?? '',
    payload: Buffer.from(await request.arrayBuffer()),
  };
};

/** Uploads a file of rows; looks at it only, unless the query says that it is to be applied. */
export const sendFile = async (
  harness: TestApp,
  as: SignedIn,
  call: AnyCall,
  {
    params,
    query,
    content,
    fileName = 'file.csv',
  }: {
    params: Record<string, string | number>;
    query: Record<string, string>;
    content: string | Buffer;
    fileName?: string;
  },
): Promise<FileAnswer> => {
  const { type, payload } = await fileForm(content, fileName);
  const answer = await harness.app.inject({
    method: 'POST',
    url: `/api${fillPath(call.path, params, as.group)}?${new URLSearchParams(query).toString()}`,
    headers: { ...as.headers, 'content-type': type },
    payload,
  });
  const body = JSON.parse(answer.payload) as Answer['body'];
  return { status: answer.statusCode, body, data: body.data as BulkImportResult };
};

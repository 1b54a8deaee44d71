import { type Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { type FastifyReply } from 'fastify';

/** A file for the caller. With a known size, the browser can show progress. */
export interface Download {
  fileName: string;
  contentType: string;
  content: Readable | Buffer;
  sizeBytes?: number;
  /** An uploaded file, unchanged: served so that nothing in it can run in a browser. */
  isUploaded?: true;
}

const UPLOADED_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

export const sendDownload = (
  reply: FastifyReply,
  { fileName, contentType, content, sizeBytes, isUploaded }: Download,
) => {
  const size = sizeBytes ?? (Buffer.isBuffer(content) ? content.length : undefined);
  void reply.header('content-disposition', contentDisposition(fileName)).type(contentType);
  if (isUploaded) void reply.header('content-security-policy', UPLOADED_POLICY);
  if (size !== undefined) void reply.header('content-length', size);
  return reply.send(content);
};

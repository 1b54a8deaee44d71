import { type Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { type FastifyReply } from 'fastify';

/** A file for the caller. With its size known, the browser can tell how far it has come. */
export interface Download {
  fileName: string;
  contentType: string;
  content: Readable | Buffer;
  sizeBytes?: number;
  /** Somebody's own file, as it came: whatever opens it, nothing in it runs. */
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

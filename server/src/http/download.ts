import { type Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { type FastifyReply } from 'fastify';

/** A file for the caller. With its size known, the browser can tell how far it has come. */
export interface Download {
  fileName: string;
  contentType: string;
  content: Readable | Buffer;
  sizeBytes?: number;
}

export const sendDownload = (reply: FastifyReply, { fileName, contentType, content, sizeBytes }: Download) => {
  const size = sizeBytes ?? (Buffer.isBuffer(content) ? content.length : undefined);
  void reply.header('content-disposition', contentDisposition(fileName)).type(contentType);
  if (size !== undefined) void reply.header('content-length', size);
  return reply.send(content);
};

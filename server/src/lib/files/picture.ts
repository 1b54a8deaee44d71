import { createCanvas, loadImage } from '@napi-rs/canvas';
import { fileTypeFromBuffer } from 'file-type';

interface Size {
  width: number;
  height: number;
}
interface PictureRule {
  types: readonly string[];
  /** Of the uploaded file, and each side of the picture in it. */
  bytes: number;
  maxSide: number;
  minSide: number;
  /** Of the picture that is drawn from it. */
  width: number;
  height: number;
}
interface Picture extends Size {
  /** A PNG that holds nothing of the uploaded file but its pixels. */
  content: Buffer;
}

const pngSize = (bytes: Buffer): Size | null =>
  bytes.length >= 33 && bytes.toString('latin1', 12, 16) === 'IHDR'
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null;

/** Walks the segments up to the frame header; a file that does not lead there has no size. */
const jpegSize = (bytes: Buffer): Size | null => {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
};

const webpSize = (bytes: Buffer): Size | null => {
  if (bytes.length < 30) return null;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind !== 'VP8L') return null;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
};

const SIZES: Readonly<Record<string, (bytes: Buffer) => Size | null>> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

const WRONG_TYPE = 'Choose a PNG, JPEG or WebP picture.';
const UNREADABLE = 'The picture cannot be read. Save it again as PNG and choose that.';

/**
 * A new picture drawn from an uploaded one, or why not. The type is taken from the bytes, never from a name. The size is read from the
 * header first, so that a small file with huge dimensions is never unpacked.
 */
export const redrawPicture = async (bytes: Buffer, rule: PictureRule): Promise<Picture | string> => {
  if (bytes.length > rule.bytes) return `Choose a picture of at most ${Math.floor(rule.bytes / 1000)} kB.`;
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  const size = rule.types.includes(type) ? SIZES[type]?.(bytes) : undefined;
  if (size === undefined) return WRONG_TYPE;
  if (size === null) return UNREADABLE;
  const [low, high] = [Math.min(size.width, size.height), Math.max(size.width, size.height)];
  if (low < rule.minSide || high > rule.maxSide)
    return `Choose a picture with sides of ${rule.minSide} to ${rule.maxSide} pixels; this one has ${size.width} by ${size.height}.`;
  try {
    const image = await loadImage(bytes);
    // A header that says less than the file holds.
    if (image.width > rule.maxSide || image.height > rule.maxSide || image.width === 0) return UNREADABLE;
    const scale = Math.min(1, rule.width / image.width, rule.height / image.height);
    const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale))) as [
      number,
      number,
    ];
    const canvas = createCanvas(width, height);
    canvas.getContext('2d').drawImage(image, 0, 0, width, height);
    return { content: canvas.toBuffer('image/png'), width, height };
  } catch {
    return UNREADABLE;
  }
};

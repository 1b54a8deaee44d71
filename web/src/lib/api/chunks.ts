/** A body's chunks. No `for await` on the body itself: Safari has no async iterator there. */
export async function* chunksOf(
  body: ReadableStream<Uint8Array> | null,
  onBytes?: (received: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (!body) return;
  const reader = body.getReader();
  let received = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      received += value.byteLength;
      onBytes?.(received);
      yield value as Uint8Array<ArrayBuffer>;
    }
  } finally {
    // Frees the connection when the reader stopped early; no effect after the end.
    await reader.cancel().catch(() => undefined);
  }
}

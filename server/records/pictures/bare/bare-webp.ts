// Keeps the chunks of a WebP that make the picture (RFC 9649).

const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ICCP', 'ALPH', 'ANIM', 'ANMF'])
const HEADER_BYTES = 12
/** Type and length of a chunk. */
const FRAME_BYTES = 8
/** Bytes of the header of an animation frame, before the chunks in it. */
const ANIMATION_BYTES = 16
/** The bits of VP8X that announce EXIF and XMP. */
const ANNOUNCED = 0b0000_1100

export function bareWebp(content: Buffer): Buffer | undefined {
  if (content.toString('latin1', 0, 4) !== 'RIFF') return undefined
  const end = FRAME_BYTES + content.readUInt32LE(4)
  if (end > content.length) return undefined
  const chunks = keepChunks(content.subarray(HEADER_BYTES, end))
  const header = Buffer.from(content.subarray(0, HEADER_BYTES))
  header.writeUInt32LE(4 + chunks.length, 4)
  return Buffer.concat([header, chunks])
}

function keepChunks(content: Buffer): Buffer {
  const kept: Buffer[] = []
  for (let at = 0; at < content.length;) {
    const type = content.toString('latin1', at, at + 4)
    const length = content.readUInt32LE(at + 4)
    const end = at + FRAME_BYTES + length + (length % 2)
    if (at + FRAME_BYTES + length > content.length) throw new RangeError('the chunk does not end')
    if (KEPT.has(type)) kept.push(keepChunk(type, content.subarray(at, end)))
    at = end
  }
  return Buffer.concat(kept)
}

function keepChunk(type: string, chunk: Buffer): Buffer {
  if (type !== 'VP8X' && type !== 'ANMF') return chunk
  const copy = Buffer.from(chunk)
  if (type === 'VP8X') {
    copy.writeUInt8(copy.readUInt8(FRAME_BYTES) & ~ANNOUNCED, FRAME_BYTES)
    return copy
  }
  const length = copy.readUInt32LE(4)
  const begin = FRAME_BYTES + ANIMATION_BYTES
  const inner = keepChunks(copy.subarray(begin, FRAME_BYTES + length))
  copy.writeUInt32LE(ANIMATION_BYTES + inner.length, 4)
  return Buffer.concat([copy.subarray(0, begin), inner])
}

// Keeps the chunks of a PNG that make the picture, and ends it with the last.

const SIGNATURE_BYTES = 8
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12
const KEPT = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI'],
  ...['bKGD', 'pHYs', 'acTL', 'fcTL', 'fdAT'],
])

export function barePng(content: Buffer): Buffer | undefined {
  const kept = [content.subarray(0, SIGNATURE_BYTES)]
  for (let at = SIGNATURE_BYTES; at < content.length;) {
    const end = at + FRAME_BYTES + content.readUInt32BE(at)
    const type = content.toString('latin1', at + 4, at + 8)
    if (end > content.length) return undefined
    if (KEPT.has(type)) kept.push(content.subarray(at, end))
    if (type === 'IEND') return Buffer.concat(kept)
    at = end
  }
  return undefined
}

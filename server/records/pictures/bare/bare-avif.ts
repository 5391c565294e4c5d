// Blanks the boxes of an AVIF that are no part of the picture, and cuts off what follows.

const KEPT = new Set(['ftyp', 'meta', 'mdat', 'moov'])
/** Length and type of a box. */
const FRAME_BYTES = 8

/**
 * Blanks the boxes that are no part of the picture instead of removing them, since `meta` refers to positions counted
 * from the beginning.
 */
export function bareAvif(content: Buffer): Buffer | undefined {
  const bare = Buffer.from(content)
  let last = 0
  for (let at = 0; at + FRAME_BYTES <= content.length;) {
    const length = content.readUInt32BE(at)
    const type = content.toString('latin1', at + 4, at + FRAME_BYTES)
    // The last one may go on to the end, of which nobody knows where it should be; long ones are none of pictures.
    const end = at + length
    if (length < FRAME_BYTES || end > content.length) break
    if (KEPT.has(type)) last = end
    else {
      bare.write('free', at + 4, 'latin1')
      bare.fill(0, at + FRAME_BYTES, end)
    }
    at = end
  }
  return last === 0 ? undefined : bare.subarray(0, last)
}

// Keeps the segments of a JPEG that make the picture, and ends it where it says (ITU-T T.81).

const [START, END, SCAN, COMMENT] = [0xd8, 0xd9, 0xda, 0xfe]
const [JFIF, COLOURS, ADOBE] = [0xe0, 0xe2, 0xee]

export function bareJpeg(content: Buffer): Buffer | undefined {
  if (content.readUInt16BE(0) !== 0xff00 + START) return undefined
  const kept = [content.subarray(0, 2)]
  for (let at = 2; ;) {
    if (content.readUInt8(at) !== 0xff) return undefined
    const marker = content.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END) return Buffer.concat([...kept, content.subarray(at, at + 2)])
    const end = at + 2 + content.readUInt16BE(at + 2)
    if (end > content.length || end < at + 4) return undefined
    kept.push(keepSegment(marker, content.subarray(at, end)))
    at = end
    if (marker !== SCAN) continue
    at = findScanEnd(content, end)
    kept.push(content.subarray(end, at))
  }
}

/** Keeps a segment unless an application wrote it; segments that define how colours are meant stay. */
function keepSegment(marker: number, segment: Buffer): Buffer {
  if (marker === COMMENT) return NOTHING
  if (marker < 0xe0 || marker > 0xef) return segment
  const begins = (word: string): boolean => segment.toString('latin1', 4, 4 + word.length) === word
  if (marker === JFIF && begins('JFIF\0')) return withoutThumbnail(segment)
  if (marker === COLOURS && begins('ICC_PROFILE\0')) return segment
  return marker === ADOBE && begins('Adobe') ? segment : NOTHING
}

const NOTHING = Buffer.alloc(0)

/** Marker, length, name, version, density; then width and height of the thumbnail. */
const JFIF_BYTES = 18

function withoutThumbnail(segment: Buffer): Buffer {
  const kept = Buffer.from(segment.subarray(0, JFIF_BYTES))
  kept.writeUInt16BE(JFIF_BYTES - 2, 2)
  kept.writeUInt16BE(0, JFIF_BYTES - 2)
  return kept
}

/** Finds where the next segment begins. Within a scan, 0xFF is followed by 0 or by the number of a restart marker. */
function findScanEnd(content: Buffer, from: number): number {
  for (let at = content.indexOf(0xff, from); at >= 0; at = content.indexOf(0xff, at + 1)) {
    const next = content.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  throw new RangeError('the scan does not end')
}

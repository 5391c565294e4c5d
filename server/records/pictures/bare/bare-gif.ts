// Keeps the blocks of a GIF that make the picture, and ends it where it says (GIF89a).

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b]
const [GRAPHIC_CONTROL, APPLICATION] = [0xf9, 0xff]
/** How often an animation is repeated. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])
const HEADER_BYTES = 13
const IMAGE_BYTES = 10

export function bareGif(content: Buffer): Buffer | undefined {
  const start = HEADER_BYTES + coloursAfter(content.readUInt8(10))
  const kept = [content.subarray(0, start)]
  for (let at = start; ;) {
    const kind = content.readUInt8(at)
    if (kind === TRAILER) return Buffer.concat([...kept, content.subarray(at, at + 1)])
    if (kind !== EXTENSION && kind !== IMAGE) return undefined
    // Of an image its colours and the size of its codes stand before the data.
    const data = kind === IMAGE ? at + IMAGE_BYTES + coloursAfter(content.readUInt8(at + IMAGE_BYTES - 1)) + 1 : at + 2
    const end = findDataEnd(content, data)
    if (kind === IMAGE || isPartOfPicture(content, at)) kept.push(content.subarray(at, end))
    at = end
  }
}

/** Bytes of the table of colours that the flags announce. */
function coloursAfter(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

function isPartOfPicture(content: Buffer, at: number): boolean {
  const label = content.readUInt8(at + 1)
  return label === GRAPHIC_CONTROL || (label === APPLICATION && LOOPS.has(content.toString('latin1', at + 3, at + 14)))
}

/** Data come in pieces, each with its length; an empty one ends them. */
function findDataEnd(content: Buffer, from: number): number {
  let at = from
  while (content.readUInt8(at) !== 0) at += 1 + content.readUInt8(at)
  return at + 1
}

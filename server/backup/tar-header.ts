// Writes and reads the header of an entry in a tar archive (POSIX ustar): one block of 512 bytes.

export const BLOCK = 512
export const MODE = 0o600

export interface TarHeader {
  readonly name: string
  readonly size: number
  /** When it was changed, in seconds since 1970. */
  readonly seconds: number
}

export function tarHeader({ name, size, seconds }: TarHeader): Buffer {
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0, 100, 'latin1')
  writeNumber(block, MODE, 100, 8)
  writeNumber(block, 0, 108, 8)
  writeNumber(block, 0, 116, 8)
  writeNumber(block, size, SIZE.at, SIZE.length)
  writeNumber(block, seconds, TIME.at, TIME.length)
  block.write('0', 156, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  // The sum is of all bytes, with eight blanks in its own place.
  block.fill(' ', 148, 156)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}

/** Undefined: it is not byte for byte what `tarHeader` writes. */
export function readHeader(block: Buffer): TarHeader | undefined {
  const end = block.indexOf(0)
  const header = {
    name: block.toString('latin1', 0, end < 0 || end > 100 ? 100 : end),
    size: readNumber(block, SIZE),
    seconds: readNumber(block, TIME),
  }
  const isNumber = Number.isSafeInteger(header.size) && Number.isSafeInteger(header.seconds)
  return isNumber && tarHeader(header).equals(block) ? header : undefined
}

const SIZE = { at: 124, length: 12 }
const TIME = { at: 136, length: 12 }

/** The first bit says that eight bytes at the end are the number itself: octal digits end at 8 GB. */
const BINARY = 0x80

function writeNumber(block: Buffer, value: number, at: number, length: number): void {
  const digits = value.toString(8)
  if (digits.length < length) {
    block.write(`${digits.padStart(length - 1, '0')}\0`, at, 'latin1')
    return
  }
  block[at] = BINARY
  block.writeBigUInt64BE(BigInt(value), at + length - 8)
}

function readNumber(block: Buffer, { at, length }: { readonly at: number; readonly length: number }): number {
  if (block[at] === BINARY) return Number(block.readBigUInt64BE(at + length - 8))
  const digits = block.toString('latin1', at, at + length - 1)
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN
}

// Chooses the content coding of a response (RFC 9110), and packs bodies with it.
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

export type Compression = 'br' | 'gzip'

/** The best first. */
export const CODINGS: readonly Compression[] = ['br', 'gzip']

/** The coding of `known` that the caller likes best, by their weights; undefined: the body is sent as it is. */
export function chooseCoding(
  accepted: string | readonly string[] | undefined,
  known: readonly Compression[] = CODINGS,
): Compression | undefined {
  if (accepted === undefined) return undefined
  const weights = readWeights(String(accepted))
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  const best = known.reduce<Compression | undefined>(
    (found, each) => (found === undefined || weightOf(each) > weightOf(found) ? each : found),
    undefined,
  )
  // "identity" is as good as nothing where it is not named.
  return best !== undefined && weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

/** "br;q=0.5, gzip" → br: 0.5, gzip: 1. A weight that is none counts as 0. */
function readWeights(accepted: string): ReadonlyMap<string, number> {
  const members = accepted.split(',').map((member): [name: string, weight: number] => {
    const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase())
    const weight = Number(parameters.find((each) => each.startsWith('q='))?.slice('q='.length) ?? '1')
    return [name, weight > 0 ? Math.min(weight, 1) : 0]
  })
  return new Map(members)
}

/** `once`: the body is packed for one caller; else it is kept, and worth more work. */
export function pack(text: string, coding: Compression, how: 'once' | 'kept'): Promise<Buffer> {
  if (coding === 'br') return packBrotli(text, { params: brotliParameters(how === 'once' ? 4 : 6) })
  return packGzip(text, { level: how === 'once' ? constants.Z_BEST_SPEED : constants.Z_DEFAULT_COMPRESSION })
}

export function createPacker(coding: Compression) {
  return coding === 'br' ? createBrotliCompress({ params: brotliParameters(4) }) : createGzip()
}

/** The window has 256 kB: with the standard one each stream would hold several megabytes. */
function brotliParameters(quality: number): { readonly [parameter: number]: number } {
  return {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: 18,
  }
}

const packGzip = promisify(gzip) as (text: string, options: object) => Promise<Buffer>
const packBrotli = promisify(brotliCompress) as (text: string, options: object) => Promise<Buffer>

/** Each form of a body has a tag of its own: `"5.abc"` → `"5.abc-br"`. */
export function tagOfForm(tag: string, coding: Compression): string {
  return tag.replace(/"$/, `-${coding}"`)
}

/** `"5.abc-br"` → `"5.abc"`. */
export function tagOfContent(tag: string): string {
  return tag.replace(/-(?:br|gzip)"$/, '"')
}

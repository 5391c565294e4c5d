// Compiles a text. The compiler is loaded with the first one: most starts read what another has kept.
import type { CompiledDocument } from '#shared/compile.ts'

export async function compileText(text: string): Promise<CompiledDocument> {
  const { compile } = await import('#shared/compile.ts')
  return compile(text)
}

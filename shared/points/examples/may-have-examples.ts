// Tells whether a text can have examples, for those who do not compile it.

export function mayHaveExamples(text: string): boolean {
  return /^ {0,3}#{3,4}[^\n]*example/im.test(text)
}

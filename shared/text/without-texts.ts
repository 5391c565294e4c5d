// An expression without what stands in its quotes: words there are no names.

/** Blanks take the place of texts, so that all else keeps its position. */
export function withoutTexts(expression: string): string {
  return expression.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (text) => ' '.repeat(text.length))
}

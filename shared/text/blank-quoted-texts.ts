// Blanks out the quoted texts of an expression, so that only names remain.

/** Blanks take the place of texts, so that all else keeps its position. */
export function blankQuotedTexts(expression: string): string {
  return expression.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (text) => ' '.repeat(text.length))
}

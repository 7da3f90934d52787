/** A piece of code with its kind (keyword, string …), or plain text. */
export type CodePiece = string | readonly [text: string, kind: string]
export type CodeLine = readonly CodePiece[]

export const textOf = (lines: readonly CodeLine[]) =>
  lines.map(line => line.map(piece => (typeof piece === 'string' ? piece : piece[0])).join('')).join('\n')

const JSON_TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g
/** In characters. Longer texts are shown without highlighting, because highlighting them would take too long. */
const MAX_HIGHLIGHTED_LENGTH = 60_000

/** Formats a value as JSON with highlighting. */
export function formatJsonLines(value: unknown): CodeLine[] {
  const text = JSON.stringify(value, null, 2) ?? ''
  return text.split('\n').map(line => (text.length > MAX_HIGHLIGHTED_LENGTH ? [line] : highlightLine(line)))
}

export const splitPlainLines = (text: string): CodeLine[] => text.split('\n').map(line => [line])

function highlightLine(line: string): CodePiece[] {
  const pieces: CodePiece[] = []
  let end = 0
  for (const match of line.matchAll(JSON_TOKEN)) {
    const [token, string, colon, word] = match
    if (match.index > end) pieces.push(line.slice(end, match.index))
    if (string) pieces.push([string, colon ? 'function' : 'string'], colon ?? '')
    else pieces.push([token, word ? 'keyword' : 'constant'])
    end = match.index + token.length
  }
  return [...pieces, line.slice(end)].filter(piece => piece !== '')
}

/** A token of code with its kind, such as keyword or string, or plain text. */
type CodePiece = string | readonly [text: string, kind: string]
export type CodeLine = readonly CodePiece[]

export const joinLines = (lines: readonly CodeLine[]) =>
  lines.map(line => line.map(piece => (typeof piece === 'string' ? piece : piece[0])).join('')).join('\n')

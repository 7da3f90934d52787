import type { CodeLine, CodePiece } from './code-line.ts'

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g
/** Above this size, highlighting is too slow. */
const COLOURED = 60_000

/** Formatted JSON, highlighted like the samples. */
export function jsonLines(value: unknown): CodeLine[] {
  const text = JSON.stringify(value, null, 2) ?? ''
  return text.split('\n').map(line => (text.length > COLOURED ? [line] : lineOf(line)))
}

export const plainLines = (text: string): CodeLine[] => text.split('\n').map(line => [line])

function lineOf(line: string): CodePiece[] {
  const pieces: CodePiece[] = []
  let end = 0
  for (const match of line.matchAll(TOKEN)) {
    const [all, string, colon, word] = match
    if (match.index > end) pieces.push(line.slice(end, match.index))
    if (string) pieces.push([string, colon ? 'function' : 'string'], colon ?? '')
    else pieces.push([all, word ? 'keyword' : 'constant'])
    end = match.index + all.length
  }
  return [...pieces, line.slice(end)].filter(piece => piece !== '')
}

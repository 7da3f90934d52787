import { type CodeLine, textOf } from './code-line.ts'

/** By file name; each is a real program in the folder samples, which a test runs unchanged. */
export type Samples = Record<string, readonly CodeLine[]>

/** The placeholder for the API address of this installation. */
export const SAMPLE_BASE = 'https://photos.example.com/v1'

/** A part of a sample with the comment above it. */
export type SamplePart = { title: string; lines: readonly CodeLine[] }

const HEAD = /^(?:\/\/|#) (.+)$/

/** Splits a program into parts: each begins with an unindented comment after an empty line. */
export function partsOf(lines: readonly CodeLine[]): SamplePart[] {
  const parts: { title: string; lines: CodeLine[] }[] = []
  let isAfterBreak = true
  for (const line of lines) {
    const title = isAfterBreak ? HEAD.exec(textOf([line]))?.[1] : undefined
    if (title) parts.push({ title, lines: [] })
    else parts.at(-1)?.lines.push(line)
    isAfterBreak = line.length === 0
  }
  return parts.map(part => ({ ...part, lines: trimmed(part.lines) }))
}

function trimmed(lines: readonly CodeLine[]) {
  const last = lines.findLastIndex(line => line.length > 0)
  return lines.slice(0, last + 1)
}

import { type CodeLine, textOf } from './code-line.ts'

/** By file name; each a real program of the folder samples, which a test runs exactly as it is shown. */
export type Samples = Record<string, readonly CodeLine[]>

/** What stands in the samples for the address of this installation's API. */
export const SAMPLE_BASE = 'https://photos.example.com/v1'

/** A part of a sample with the comment at its head. */
export type SamplePart = { title: string; lines: readonly CodeLine[] }

const HEAD = /^(?:\/\/|#) (.+)$/

/** A program in the parts that it is explained in: each begins with a comment at the margin after an empty line. */
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

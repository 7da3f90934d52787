import { type ReactNode, useState } from 'react'
import { safeLocalStorage } from '../../../lib/storage.ts'
import { Tabs } from '../../../ui/tabs/tabs.tsx'
import { type CodeLine, textOf } from './code-line.ts'

/** S-DEV-08. The ids are the file extensions of the samples. */
const LANGUAGES = [
  { id: 'js', label: 'JavaScript' },
  { id: 'swift', label: 'Swift' },
  { id: 'py', label: 'Python' },
  { id: 'sh', label: 'cURL' },
] as const
export type Language = (typeof LANGUAGES)[number]['id']

/** Stored for all pages and visits. */
const KEY = 'daymark.language-of-samples'
const chosenBefore = (): Language => LANGUAGES.find(({ id }) => id === safeLocalStorage.getItem(KEY))?.id ?? 'js'

export const languageName = (language: Language) => LANGUAGES.find(({ id }) => id === language)?.label ?? ''

/** Code in the chosen programming language. */
export function Languages({ children }: { children: (language: Language) => ReactNode }) {
  const [language, setLanguage] = useState(chosenBefore)
  const choose = (next: Language) => {
    setLanguage(next)
    safeLocalStorage.setItem(KEY, next)
  }
  return (
    <Tabs label="Language" tabs={LANGUAGES} chosen={language} onChoose={choose}>
      {children(language)}
    </Tabs>
  )
}

/** By file name; each is a real program in the folder samples, which a test runs unchanged. */
export type Samples = Record<string, readonly CodeLine[]>

/** The placeholder for the API address of this installation. */
export const SAMPLE_BASE = 'https://photos.example.com/v1'

/** A part of a sample with the comment above it. */
type SamplePart = { title: string; lines: readonly CodeLine[] }

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

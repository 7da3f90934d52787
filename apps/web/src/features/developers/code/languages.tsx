import { type ReactNode, useState } from 'react'
import { safeLocalStorage } from '../../../lib/storage.ts'
import { Tabs } from '../../../ui/tabs/tabs.tsx'
import { type CodeLine, joinLines } from './code-line.ts'

/** S-DEV-08: the programming languages of the samples. The ids are their file extensions. */
const LANGUAGES = [
  { id: 'js', label: 'JavaScript' },
  { id: 'swift', label: 'Swift' },
  { id: 'py', label: 'Python' },
  { id: 'sh', label: 'cURL' },
] as const
export type Language = (typeof LANGUAGES)[number]['id']

/** The storage key of the selected programming language. */
const LANGUAGE_STORAGE_KEY = 'daymark.language-of-samples'
const readStoredLanguage = (): Language =>
  LANGUAGES.find(({ id }) => id === safeLocalStorage.getItem(LANGUAGE_STORAGE_KEY))?.id ?? 'js'

export const findLanguageName = (language: Language) => LANGUAGES.find(({ id }) => id === language)?.label ?? ''

/** Tabs that select the programming language of a sample. */
export function LanguageTabs({ children }: { children: (language: Language) => ReactNode }) {
  const [language, setLanguage] = useState(readStoredLanguage)
  const choose = (next: Language) => {
    setLanguage(next)
    safeLocalStorage.setItem(LANGUAGE_STORAGE_KEY, next)
  }
  return (
    <Tabs label="Language" tabs={LANGUAGES} selected={language} onChoose={choose}>
      {children(language)}
    </Tabs>
  )
}

/** The sample programs by file name. Tests run the files in the folder `samples` unchanged. */
export type Samples = Record<string, readonly CodeLine[]>

/** The API URL in the sample files. Pages replace it by the API URL of this installation. */
export const SAMPLE_BASE_URL = 'https://photos.example.com/v1'

/** A part of a sample program. The comment above the part is its title. */
type SamplePart = { title: string; lines: readonly CodeLine[] }

const PART_HEADING = /^(?:\/\/|#) (.+)$/

/** Splits a program into parts. Each part begins with an unindented comment after an empty line. */
export function splitSample(lines: readonly CodeLine[]): SamplePart[] {
  const parts: { title: string; lines: CodeLine[] }[] = []
  let isAfterEmptyLine = true
  for (const line of lines) {
    const title = isAfterEmptyLine ? PART_HEADING.exec(joinLines([line]))?.[1] : undefined
    if (title) parts.push({ title, lines: [] })
    else parts.at(-1)?.lines.push(line)
    isAfterEmptyLine = line.length === 0
  }
  return parts.map(part => ({ ...part, lines: trimEmptyLines(part.lines) }))
}

function trimEmptyLines(lines: readonly CodeLine[]) {
  const lastIndex = lines.findLastIndex(line => line.length > 0)
  return lines.slice(0, lastIndex + 1)
}

import { useState, type ReactNode } from 'react'
import { local } from '../../../lib/storage.ts'
import { Tabs } from '../../../ui/tabs/tabs.tsx'

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
const chosenBefore = (): Language => LANGUAGES.find(({ id }) => id === local.getItem(KEY))?.id ?? 'js'

export const languageName = (language: Language) => LANGUAGES.find(({ id }) => id === language)?.label ?? ''

/** Code in the chosen programming language. */
export function Languages({ children }: { children: (language: Language) => ReactNode }) {
  const [language, setLanguage] = useState(chosenBefore)
  const choose = (next: Language) => {
    setLanguage(next)
    local.setItem(KEY, next)
  }
  return (
    <Tabs label="Language" tabs={LANGUAGES} chosen={language} onChoose={choose}>
      {children(language)}
    </Tabs>
  )
}

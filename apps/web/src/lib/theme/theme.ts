import { useEffect } from 'react'
import { local } from '../storage.ts'
import { Store, useStore } from '../store.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'

/** L-ENT-17: 'true' or 'false'; without it the system's preference counts (rule 52). index.html reads it too. */
const KEY = 'darkMode'

function themeChoice(): ThemeChoice {
  const isDark = local.getItem(KEY)
  if (isDark === null) return 'system'
  return isDark === 'true' ? 'dark' : 'light'
}

const chosen = new Store(themeChoice())

/** Also chooses which theme-color of index.html applies to the browser's own bars. */
function show(choice: ThemeChoice) {
  const { dataset } = document.documentElement
  if (choice === 'system') delete dataset['theme']
  else dataset['theme'] = choice
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.dataset['scheme']
    if (choice === 'system') meta.media = `(prefers-color-scheme: ${scheme})`
    else meta.media = choice === scheme ? 'all' : 'not all'
  }
}

function refresh() {
  chosen.set(themeChoice())
  show(chosen.snapshot())
}

export function chooseTheme(choice: ThemeChoice) {
  if (choice === 'system') local.removeItem(KEY)
  else local.setItem(KEY, String(choice === 'dark'))
  refresh()
}

export const useThemeChoice = () => useStore(chosen)

/** Shows the chosen theme and follows choices in other tabs. The public gallery has its own theme and does not use this. */
export function useTheme() {
  useEffect(() => {
    refresh()
    const onStorage = ({ key }: StorageEvent) => {
      // null: the whole storage was cleared.
      if (key === KEY || key === null) refresh()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])
}

import { useEffect, useSyncExternalStore } from 'react'
import { local } from '../storage.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'

/** L-ENT-17: 'true' or 'false'; without it the system's preference counts (rule 52). public/theme.js reads it too. */
const KEY = 'darkMode'
const listeners = new Set<() => void>()

function themeChoice(): ThemeChoice {
  const isDark = local.getItem(KEY)
  if (isDark === null) return 'system'
  return isDark === 'true' ? 'dark' : 'light'
}

/** Also sets which of the two colours of index.html its own bars have. */
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
  show(themeChoice())
  listeners.forEach(listener => listener())
}

export function chooseTheme(choice: ThemeChoice) {
  if (choice === 'system') local.removeItem(KEY)
  else local.setItem(KEY, String(choice === 'dark'))
  refresh()
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** What was chosen, for the switches that show it. */
export const useThemeChoice = () => useSyncExternalStore(subscribe, themeChoice)

/** Shows the chosen theme and follows what another tab chooses. The public gallery has a theme of its own and stays out. */
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

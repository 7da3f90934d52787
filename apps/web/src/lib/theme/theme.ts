import { useEffect } from 'react'
import { safeLocalStorage } from '../storage.ts'
import { Store, useStore } from '../store.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'

/**
 * L-ENT-17: the storage key of the theme: 'true' for dark, 'false' for light. Without a value, the system preference
 * applies (rule 52). index.html reads the same key.
 */
const THEME_KEY = 'darkMode'

function readThemeChoice(): ThemeChoice {
  const isDark = safeLocalStorage.getItem(THEME_KEY)
  if (isDark === null) return 'system'
  return isDark === 'true' ? 'dark' : 'light'
}

const currentChoice = new Store(readThemeChoice())

/** Applies the theme to the page and to the toolbars of the browser (`theme-color` of index.html). */
function applyTheme(choice: ThemeChoice) {
  const { dataset } = document.documentElement
  if (choice === 'system') delete dataset['theme']
  else dataset['theme'] = choice
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.dataset['scheme']
    if (choice === 'system') meta.media = `(prefers-color-scheme: ${scheme})`
    else meta.media = choice === scheme ? 'all' : 'not all'
  }
}

function refreshTheme() {
  currentChoice.set(readThemeChoice())
  applyTheme(currentChoice.snapshot())
}

export function chooseTheme(choice: ThemeChoice) {
  if (choice === 'system') safeLocalStorage.removeItem(THEME_KEY)
  else safeLocalStorage.setItem(THEME_KEY, String(choice === 'dark'))
  refreshTheme()
}

export const useThemeChoice = () => useStore(currentChoice)

/**
 * Applies the selected theme and follows changes in other tabs. Public galleries do not use it, because they have their
 * own theme.
 */
export function useTheme() {
  useEffect(() => {
    refreshTheme()
    const onStorage = ({ key }: StorageEvent) => {
      // The key of the event is null if the whole storage was cleared.
      if (key === THEME_KEY || key === null) refreshTheme()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])
}

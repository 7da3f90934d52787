import { DEFAULT_TAG_COLOR, type http } from '@daymark/contracts'
import { useMemo } from 'react'
import { logFailure } from '../../lib/log.ts'
import { safeLocalStorage } from '../../lib/storage.ts'
import { Store, useStore } from '../../lib/store.ts'
import { useSession } from '../session/session.tsx'

/** L-TAGP-09: the 18 tag colors. */
export const TAG_COLORS = [
  { name: 'Red', value: '#ef4444' },
  { name: 'Orange', value: '#f97316' },
  { name: 'Amber', value: '#f59e0b' },
  { name: 'Yellow', value: '#eab308' },
  { name: 'Lime', value: '#84cc16' },
  { name: 'Green', value: '#22c55e' },
  { name: 'Emerald', value: '#10b981' },
  { name: 'Teal', value: '#14b8a6' },
  { name: 'Cyan', value: '#06b6d4' },
  { name: 'Sky', value: '#0ea5e9' },
  { name: 'Blue', value: DEFAULT_TAG_COLOR },
  { name: 'Indigo', value: '#6366f1' },
  { name: 'Violet', value: '#8b5cf6' },
  { name: 'Purple', value: '#a855f7' },
  { name: 'Fuchsia', value: '#d946ef' },
  { name: 'Pink', value: '#ec4899' },
  { name: 'Rose', value: '#f43f5e' },
  { name: 'Gray', value: '#6b7280' },
] as const

/** Colors by tag id, without tags of the default color. */
type TagColors = Readonly<Record<string, string>>

/** The number of color changes in this tab. Each change notifies the components that show colors. */
const colorChangeCount = new Store(0)
function subscribeToColors(listener: () => void) {
  const unsubscribe = colorChangeCount.subscribe(listener)
  // The storage event reports changes in other tabs.
  window.addEventListener('storage', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', listener)
  }
}

const isTagColor = (value: unknown) => TAG_COLORS.some(color => color.value === value)

/** Parses the stored colors and ignores invalid ones, because another version of Daymark may have written the text. */
export function parseColors(text: string | null): TagColors {
  try {
    const stored = JSON.parse(text ?? '{}') as Record<string, unknown>
    return Object.fromEntries(Object.entries(stored).filter(([, value]) => isTagColor(value))) as TagColors
  } catch {
    return {}
  }
}

function storeColor(key: string, id: string, value: string) {
  const { [id]: _, ...others } = parseColors(safeLocalStorage.getItem(key))
  try {
    safeLocalStorage.setItem(key, JSON.stringify(value === DEFAULT_TAG_COLOR ? others : { ...others, [id]: value }))
  } catch (reason) {
    logFailure('The color of a tag could not be saved', reason)
  }
  colorChangeCount.set(colorChangeCount.snapshot() + 1)
}

/** L-TAGP-10: the tag colors of this browser, which the server does not store. */
export function useTagColors() {
  const key = `daymark.tag-colors:${useSession().user?.id ?? ''}`
  const text = useStore({ subscribe: subscribeToColors, snapshot: () => safeLocalStorage.getItem(key) })
  return useMemo(() => {
    const colors = parseColors(text)
    return {
      colorOf: (id: string): string => colors[id] ?? DEFAULT_TAG_COLOR,
      setColor: (id: string, value: string) => storeColor(key, id, value),
      resetColor: (id: string) => storeColor(key, id, DEFAULT_TAG_COLOR),
    }
  }, [key, text])
}

const labelCollator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

/** L-TM-05: sorts tags by label. */
export const sortByLabel = (tags: readonly http.Tag[]) =>
  tags.toSorted((a, b) => labelCollator.compare(a.label, b.label) || a.id.localeCompare(b.id))

/** Removes accents and converts to lower case, so that 'cafe' finds 'Café'. */
const normalizeLabel = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** L-TAGP-01: whether a label contains the search text, without regard to case and accents. */
export function labelMatches(label: string, searchText: string) {
  const query = normalizeLabel(searchText.trim())
  return !query || normalizeLabel(label).includes(query)
}

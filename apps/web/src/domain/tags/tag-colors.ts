import { DEFAULT_TAG_COLOR } from '@daymark/contracts'
import { useMemo } from 'react'
import { logFailure } from '../../lib/log.ts'
import { useSession } from '../session/session.tsx'
import { local } from '../../lib/storage.ts'
import { Store, useStore } from '../../lib/store.ts'

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

/** Colors by tag id; tags of the default color are not listed. */
type Colors = Readonly<Record<string, string>>

const changes = new Store(0)
function subscribe(listener: () => void) {
  const unsubscribe = changes.subscribe(listener)
  // Other tabs of the browser show the same colors.
  window.addEventListener('storage', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', listener)
  }
}

const isPreset = (value: unknown) => TAG_COLORS.some(color => color.value === value)

/** The stored text may come from another version of Daymark or from another program. */
export function parseColors(text: string | null): Colors {
  try {
    const stored = JSON.parse(text ?? '{}') as Record<string, unknown>
    return Object.fromEntries(Object.entries(stored).filter(([, value]) => isPreset(value))) as Colors
  } catch {
    return {}
  }
}

function store(key: string, id: string, value: string) {
  const { [id]: _, ...others } = parseColors(local.getItem(key))
  try {
    local.setItem(key, JSON.stringify(value === DEFAULT_TAG_COLOR ? others : { ...others, [id]: value }))
  } catch (reason) {
    logFailure('The color of a tag could not be saved', reason)
  }
  changes.set(changes.snapshot() + 1)
}

/** L-TAGP-10: tag colors stay in this browser and are never sent. */
export function useTagColors() {
  const key = `daymark.tag-colors:${useSession().user?.id ?? ''}`
  const text = useStore({ subscribe, snapshot: () => local.getItem(key) })
  return useMemo(() => {
    const colors = parseColors(text)
    return {
      colorOf: (id: string): string => colors[id] ?? DEFAULT_TAG_COLOR,
      setColor: (id: string, value: string) => store(key, id, value),
      forgetColor: (id: string) => store(key, id, DEFAULT_TAG_COLOR),
    }
  }, [key, text])
}

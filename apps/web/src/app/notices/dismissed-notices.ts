import { local } from '../../lib/storage.ts'

const KEY = 'daymark.notices-put-away'

/** Ids of announcements that this browser does not show again. */
export function putAway(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(local.getItem(KEY) ?? '[]')
    return Array.isArray(ids) ? ids.map(String) : []
  } catch {
    return []
  }
}

/** Only what is still announced is kept: the list does not grow for ever. */
export function keepAway(id: string, announced: readonly string[]) {
  const kept = [...putAway().filter(one => announced.includes(one)), id]
  local.setItem(KEY, JSON.stringify(kept))
  return kept
}

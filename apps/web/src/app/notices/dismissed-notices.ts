import { local } from '../../lib/storage.ts'

const KEY = 'daymark.dismissed-notices'

/** Ids of the announcements that were dismissed in this browser. */
export function dismissedNotices(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(local.getItem(KEY) ?? '[]')
    return Array.isArray(ids) ? ids.map(String) : []
  } catch {
    return []
  }
}

/** Drops ids that are no longer announced, so that the list does not grow. */
export function dismiss(id: string, announced: readonly string[]) {
  const ids = [...dismissedNotices().filter(one => announced.includes(one)), id]
  local.setItem(KEY, JSON.stringify(ids))
  return ids
}

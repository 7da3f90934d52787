import type { http } from '@daymark/contracts'
import { useEffect, useState } from 'react'
import { openedVisitor } from '../visitor/visitor.actions.ts'
import { markSeen, readNews } from './news.queries.ts'

/** New photos that arrive while the page is open are added. */
const EVERY_MS = 60_000

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id, i) => id === other[i])
/** `isLate`: photos were added after the gallery was loaded; it shows them after a reload. */
type Known = http.GalleryNews & { isLate: boolean }
const newer = (news: http.GalleryNews) => (before: Known | null) =>
  before &&
  isSame(before.new_image_ids, news.new_image_ids) &&
  isSame(before.corrected_image_ids, news.corrected_image_ids)
    ? before
    : { ...news, isLate: before !== null }

/** The news for this visitor; null until loaded. Failures are ignored and retried later. */
export function useNews({ link: { token, picks, comments } }: http.PublicShare) {
  const isNamed = Boolean(picks ?? comments)
  const [news, setNews] = useState<Known | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    const read = async () => {
      // a personal link identifies a visitor and their visits on other devices
      if (isNamed) await openedVisitor(token)
      const answer = await readNews(token, gone.signal)
      if (!gone.signal.aborted) setNews(newer(answer))
    }
    const look = () => {
      if (document.visibilityState === 'visible') void read().catch(() => undefined)
    }
    look()
    const timer = setInterval(look, EVERY_MS)
    for (const event of ['online', 'focus']) window.addEventListener(event, look, { signal: gone.signal })
    document.addEventListener('visibilitychange', look, { signal: gone.signal })
    return () => {
      gone.abort()
      clearInterval(timer)
    }
  }, [token, isNamed])
  return { news, markSeen: async () => news && setNews({ ...(await markSeen(token, news.mark)), isLate: true }) }
}

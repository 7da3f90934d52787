import type { http } from '@daymark/contracts'
import { Check, Download } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { logFailure } from '../../../lib/log.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { Wanted } from '../downloads/use-downloads.ts'
import type { ShownIds, Shown } from '../gallery/use-filtered-gallery.tsx'
import { readShare } from '../share.queries.ts'
import { openedVisitor } from '../visitor/visitor.actions.ts'
import styles from './news.module.css'
import { markSeen, readNews } from './news.queries.ts'

type Props = Shown & { onDownload: (wanted: Wanted) => void }

const NEW = <span className={styles['mark']}>New</span>
const CORRECTED = <span className={styles['mark']}>Corrected</span>

const marksOf = (news: http.GalleryNews): ReadonlyMap<string, ReactNode> =>
  new Map([
    ...news.new_image_ids.map((id): [string, ReactNode] => [id, NEW]),
    ...news.corrected_image_ids.map((id): [string, ReactNode] => [id, CORRECTED]),
  ])

/** Filters set by this component: the gallery has one filter, set by several components. */
const OURS = new WeakSet<ReadonlySet<string>>()

/** New photos join the filter while this component owns it. */
function useFilter(ids: ReadonlySet<string>, only: ShownIds, onFilter: Props['onFilter']) {
  const isOurs = only !== null && OURS.has(only)
  const show = useCallback(() => {
    OURS.add(ids)
    onFilter(ids.size > 0 ? ids : null)
  }, [ids, onFilter])
  useEffect(() => {
    if (isOurs && only !== ids) show()
  }, [isOurs, only, ids, show])
  return { isOurs, toggle: isOurs ? () => onFilter(null) : show }
}

/** The photos that are new since the visitor's last visit. Renders nothing on a first visit or without news. */
export function News({ share, only, onFilter, onMarks, onFresh, onDownload }: Props) {
  const { news, markSeen } = useNews(share)
  const ids = useMemo(() => new Set(news ? [...news.new_image_ids, ...news.corrected_image_ids] : []), [news])
  const filter = useFilter(ids, only, onFilter)
  useEffect(() => onMarks(news && ids.size > 0 ? marksOf(news) : null), [news, ids, onMarks])
  if (!news || ids.size === 0) return null
  const complete = async (): Promise<http.PublicShare> => {
    const here = new Set(share.images.map(({ id }) => id))
    if (!news.isLate && [...ids].every(id => here.has(id))) return share
    const fresh = await readShare(share.link.token)
    onFresh(fresh)
    return fresh
  }
  const attempt = (work: Promise<unknown>) =>
    void work.catch(reason => logFailure('New photos cannot be shown', reason))
  const show = () => (filter.isOurs ? filter.toggle() : attempt(complete().then(filter.toggle)))
  const download = async () => {
    const { images } = await complete()
    const photos = images.filter(({ id }) => ids.has(id))
    onDownload({ photos, isAlbum: photos.length === images.length })
  }
  return (
    <section aria-label="What is new" className={styles['bar']}>
      <p role="status" className={styles['words']}>
        {newsWords(news.new_image_ids.length, news.corrected_image_ids.length)}
      </p>
      <div className={styles['actions']}>
        <Button look="quiet" onClick={show}>
          {filter.isOurs ? 'Show All' : 'Show'}
        </Button>
        {share.link.allow_downloads && (
          <Button look="quiet" icon={<Download aria-hidden />} onClick={() => attempt(download())}>
            Download These
          </Button>
        )}
        <IconButton name="Mark all as seen" onClick={() => attempt(markSeen())}>
          <Check aria-hidden />
        </IconButton>
      </div>
    </section>
  )
}

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
function useNews({ link: { token, picks, comments } }: http.PublicShare) {
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

/** '17 new, 3 corrected since your last visit' */
function newsWords(fresh: number, corrected: number): string {
  const parts = [fresh && `${fresh} new`, corrected && `${corrected} corrected`]
  return `${parts.filter(Boolean).join(', ')} since your last visit`
}

import type { http } from '@daymark/contracts'
import { Check, Download } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useRefreshOnReturn } from '../../../lib/hooks/use-loaded.ts'
import { logFailure } from '../../../lib/log.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { DownloadRequest } from '../downloads/use-downloads.ts'
import type { GalleryFilter, PhotoIds, TileBadges } from '../gallery/gallery-state.ts'
import { readShare } from '../share.queries.ts'
import { identifyVisitor, markNewsSeen, readNews } from '../visitor/visitor.api.ts'
import styles from './news.module.css'

type NewsProps = GalleryFilter & { onDownload: (request: DownloadRequest) => void }

const NEW_BADGE = <span className={styles['badge']}>New</span>
const CORRECTED_BADGE = <span className={styles['badge']}>Corrected</span>

const toBadges = (news: http.GalleryNews): TileBadges =>
  new Map([
    ...news.new_image_ids.map((id): [string, ReactNode] => [id, NEW_BADGE]),
    ...news.corrected_image_ids.map((id): [string, ReactNode] => [id, CORRECTED_BADGE]),
  ])

/**
 * The filters that this component has set. Other components also filter the gallery, so this component must recognize
 * its own filters.
 */
const NEWS_FILTERS = new WeakSet<ReadonlySet<string>>()

/** While the gallery shows only new photos, photos that are added later extend the filter. */
function useNewsFilter(newsIds: ReadonlySet<string>, filterIds: PhotoIds, onFilter: NewsProps['onFilter']) {
  const isActive = filterIds !== null && NEWS_FILTERS.has(filterIds)
  const show = useCallback(() => {
    NEWS_FILTERS.add(newsIds)
    onFilter(newsIds.size > 0 ? newsIds : null)
  }, [newsIds, onFilter])
  useEffect(() => {
    if (isActive && filterIds !== newsIds) show()
  }, [isActive, filterIds, newsIds, show])
  return { isActive, toggle: isActive ? () => onFilter(null) : show }
}

/**
 * Shows how many photos are new since the visitor's last visit. Renders nothing on a first visit, and if no photos are
 * new.
 */
export function News({ share, filterIds, onFilter, onBadges, onReload, onDownload }: NewsProps) {
  const { news, markSeen } = useNews(share)
  const newsIds = useMemo(() => new Set(news ? [...news.new_image_ids, ...news.corrected_image_ids] : []), [news])
  const filter = useNewsFilter(newsIds, filterIds, onFilter)
  useEffect(() => onBadges(news && newsIds.size > 0 ? toBadges(news) : null), [news, newsIds, onBadges])
  if (!news || newsIds.size === 0) return null
  const readAllPhotos = async (): Promise<http.PublicShare> => {
    const loadedIds = new Set(share.images.map(({ id }) => id))
    if (!news.isNewerThanGallery && [...newsIds].every(id => loadedIds.has(id))) return share
    const reloaded = await readShare(share.link.token)
    onReload(reloaded)
    return reloaded
  }
  const runLogged = (request: Promise<unknown>) =>
    void request.catch(reason => logFailure('New photos cannot be shown', reason))
  const show = () => (filter.isActive ? filter.toggle() : runLogged(readAllPhotos().then(filter.toggle)))
  const download = async () => {
    const { images } = await readAllPhotos()
    const photos = images.filter(({ id }) => newsIds.has(id))
    onDownload({ photos, isAlbum: photos.length === images.length })
  }
  return (
    <section aria-label="What is new" className={styles['bar']}>
      <p role="status" className={styles['text']}>
        {describeNews(news.new_image_ids.length, news.corrected_image_ids.length)}
      </p>
      <div className={styles['actions']}>
        <Button appearance="quiet" onClick={show}>
          {filter.isActive ? 'Show All' : 'Show'}
        </Button>
        {share.link.allow_downloads && (
          <Button appearance="quiet" icon={<Download aria-hidden />} onClick={() => runLogged(download())}>
            Download New Photos
          </Button>
        )}
        <IconButton name="Mark all as seen" onClick={() => runLogged(markSeen())}>
          <Check aria-hidden />
        </IconButton>
      </div>
    </section>
  )
}

const NEWS_POLL_MS = 60_000

const isSameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, index) => id === b[index])
/**
 * `isNewerThanGallery`: photos were added after the gallery was loaded. The gallery must be loaded again to show them.
 */
type LoadedNews = http.GalleryNews & { isNewerThanGallery: boolean }
/** Returns the previous object if nothing changed, so that the page does not render again. */
const updateNews = (news: http.GalleryNews) => (previousNews: LoadedNews | null) =>
  previousNews &&
  isSameList(previousNews.new_image_ids, news.new_image_ids) &&
  isSameList(previousNews.corrected_image_ids, news.corrected_image_ids)
    ? previousNews
    : { ...news, isNewerThanGallery: previousNews !== null }

/**
 * Polls the news for this visitor. Null until loaded. Failures are ignored, because the next poll repeats the request.
 */
function useNews({ link: { token, picks, comments } }: http.PublicShare) {
  const canIdentifyVisitor = Boolean(picks ?? comments)
  const [news, setNews] = useState<LoadedNews | null>(null)
  const read = async () => {
    // The visitor of a personal link is identified first, so that visits on their other devices count too.
    if (canIdentifyVisitor) await identifyVisitor(token)
    return readNews(token)
  }
  const refresh = () => {
    if (document.visibilityState !== 'visible') return
    read().then(
      latestNews => setNews(updateNews(latestNews)),
      () => undefined,
    )
  }
  const poll = useEffectEvent(refresh)
  useEffect(() => {
    poll()
    const timer = setInterval(() => poll(), NEWS_POLL_MS)
    return () => clearInterval(timer)
  }, [token])
  useRefreshOnReturn(refresh)
  const markSeen = async () => {
    if (news) setNews({ ...(await markNewsSeen(token, news.mark)), isNewerThanGallery: true })
  }
  return { news, markSeen }
}

/** Returns a text such as '17 new, 3 corrected since your last visit'. */
function describeNews(newCount: number, correctedCount: number): string {
  const counts = [newCount && `${newCount} new`, correctedCount && `${correctedCount} corrected`]
  return `${counts.filter(Boolean).join(', ')} since your last visit`
}

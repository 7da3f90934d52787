import type { http } from '@daymark/contracts'
import { Check, Download } from 'lucide-react'
import { useCallback, useEffect, useMemo, type ReactNode } from 'react'
import { logFailure } from '../../../lib/log.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { Wanted } from '../downloads/use-downloads.ts'
import type { Only, Shown } from '../gallery/use-shown.ts'
import { readShare } from '../share.queries.ts'
import styles from './news.module.css'
import { newsWords } from './news-words.ts'
import { useNews } from './use-news.ts'

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
function useFilter(ids: ReadonlySet<string>, only: Only, onFilter: Props['onFilter']) {
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

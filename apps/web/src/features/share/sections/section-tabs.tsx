import type { http } from '@daymark/contracts'
import { Download } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { Link, useSearchParams } from '../../../lib/router.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { useDownloads } from '../downloads/use-downloads.ts'
import { gallerySections } from './gallery-sections.ts'
import styles from './section-tabs.module.css'

type Props = {
  share: http.PublicShare
  /** The element of the photos. */
  grid: RefObject<HTMLElement | null>
  isEmpty: boolean
  onFilter: (only: ReadonlySet<string> | null) => void
  downloads: Pick<ReturnType<typeof useDownloads>, 'ask'>
}

/**
 * Scrolls to the start of the chosen section below the bar; at the top of the gallery nothing scrolls unless the address
 * names a section.
 */
function useBeginning(nav: RefObject<HTMLElement | null>, grid: RefObject<HTMLElement | null>, chosen: string | null) {
  const before = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    const isFirst = before.current === undefined
    if (before.current === chosen || (isFirst && chosen === null)) return void (before.current = chosen)
    before.current = chosen
    const bar = nav.current?.parentElement
    if (!bar || !grid.current) return
    const isBehind = grid.current.getBoundingClientRect().top < bar.getBoundingClientRect().bottom
    if (!isFirst && !isBehind) return
    window.scrollBy({ top: grid.current.getBoundingClientRect().top - bar.offsetHeight })
  }, [nav, grid, chosen])
}

/** Scrolls the chosen tab into view. */
function useInSight(list: RefObject<HTMLElement | null>, chosen: string | null) {
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (tab) list.current?.scrollTo({ left: tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2 })
  }, [list, chosen])
}

function Tab({ name, count, search, isChosen }: { name: string; count: number; search: string; isChosen: boolean }) {
  return (
    <li>
      <Link to={{ search }} replace aria-current={isChosen ? 'true' : undefined} className={styles['tab']}>
        <span className={styles['name']}>{name}</span>{' '}
        <span className={styles['count']}>
          {count}
          <span className="visually-hidden">{count === 1 ? ' photo' : ' photos'}</span>
        </span>
      </Link>
    </li>
  )
}

function DownloadSection({ onPress }: { onPress: () => void }) {
  const icon = <Download aria-hidden />
  if (useIsPhone())
    return (
      <IconButton name="Download Section" onClick={onPress}>
        {icon}
      </IconButton>
    )
  return (
    <Button look="quiet" icon={icon} onClick={onPress}>
      Download Section
    </Button>
  )
}

/** The sections of the album, one at a time or all; the choice is part of the address. */
export function SectionTabs({ share, grid, isEmpty, onFilter, downloads }: Props) {
  const nav = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [params] = useSearchParams()
  const sections = useMemo(() => gallerySections(share), [share])
  const chosen = sections.find(({ id }) => id === params.get('section')) ?? null
  useLayoutEffect(() => {
    onFilter(chosen && new Set(chosen.images.map(({ id }) => id)))
    return () => onFilter(null)
  }, [chosen, onFilter])
  useBeginning(nav, grid, chosen?.id ?? null)
  useInSight(list, chosen?.id ?? null)
  return (
    <nav ref={nav} aria-label="Sections" className={styles['sections']}>
      <ul ref={list} className={styles['list']}>
        <Tab name="All" count={share.images.length} search="" isChosen={!chosen} />
        {sections.map(({ id, name, image_count }) => (
          <Tab key={id} name={name} count={image_count} search={`?section=${id}`} isChosen={id === chosen?.id} />
        ))}
      </ul>
      {chosen && share.link.allow_downloads && (
        <DownloadSection onPress={() => downloads.ask({ photos: chosen.images, isAlbum: false })} />
      )}
      <p role="status" className={isEmpty ? styles['empty'] : 'visually-hidden'}>
        {isEmpty ? 'None of these photos is in this section.' : ''}
      </p>
    </nav>
  )
}

import type { http } from '@daymark/contracts'
import { Download } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useIsPhone } from '../../../lib/hooks/use-size.ts'
import { Link, useSearchParams } from '../../../lib/router.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { useDownloads } from '../downloads/use-downloads.ts'
import type { PhotoIds } from '../gallery/gallery-state.ts'
import styles from './section-tabs.module.css'

type SectionTabsProps = {
  share: http.PublicShare
  /** The element that contains the photos. */
  grid: RefObject<HTMLElement | null>
  /** Whether the current filters hide all photos. */
  isEmpty: boolean
  onSection: (ids: PhotoIds) => void
  downloads: Pick<ReturnType<typeof useDownloads>, 'open'>
}

/**
 * When the visitor chooses a section, scrolls to its first photo if the bar covers this photo. After loading, scrolls
 * only if the URL names a section.
 */
function useScrollToSection(
  nav: RefObject<HTMLElement | null>,
  grid: RefObject<HTMLElement | null>,
  selected: string | null,
) {
  const previous = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    const isFirst = previous.current === undefined
    if (previous.current === selected || (isFirst && selected === null)) return void (previous.current = selected)
    previous.current = selected
    const bar = nav.current?.parentElement
    if (!bar || !grid.current) return
    const isBehindBar = grid.current.getBoundingClientRect().top < bar.getBoundingClientRect().bottom
    if (!isFirst && !isBehindBar) return
    window.scrollBy({ top: grid.current.getBoundingClientRect().top - bar.offsetHeight })
  }, [nav, grid, selected])
}

/** Scrolls the chosen tab to the middle of the tabs. */
function useScrollToTab(list: RefObject<HTMLElement | null>, selected: string | null) {
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (tab) list.current?.scrollTo({ left: tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2 })
  }, [list, selected])
}

function SectionTab({
  name,
  count,
  search,
  isSelected,
}: {
  name: string
  count: number
  search: string
  isSelected: boolean
}) {
  return (
    <li>
      <Link to={{ search }} replace aria-current={isSelected ? 'true' : undefined} className={styles['tab']}>
        <span className={styles['name']}>{name}</span>{' '}
        <span className="caption">
          {count}
          <span className="visually-hidden">{count === 1 ? ' photo' : ' photos'}</span>
        </span>
      </Link>
    </li>
  )
}

function DownloadSectionButton({ onClick }: { onClick: () => void }) {
  const icon = <Download aria-hidden />
  if (useIsPhone())
    return (
      <IconButton name="Download Section" onClick={onClick}>
        {icon}
      </IconButton>
    )
  return (
    <Button appearance="quiet" icon={icon} onClick={onClick}>
      Download Section
    </Button>
  )
}

/** A tab for each section of the album, and one for all photos. The URL contains the chosen section. */
export function SectionTabs({ share, grid, isEmpty, onSection, downloads }: SectionTabsProps) {
  const nav = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [params] = useSearchParams()
  const sections = useMemo(() => sectionsWithPhotos(share), [share])
  const selected = sections.find(({ id }) => id === params.get('section')) ?? null
  useLayoutEffect(() => {
    onSection(selected && new Set(selected.images.map(({ id }) => id)))
    return () => onSection(null)
  }, [selected, onSection])
  useScrollToSection(nav, grid, selected?.id ?? null)
  useScrollToTab(list, selected?.id ?? null)
  return (
    <nav ref={nav} aria-label="Sections" className={styles['sections']}>
      <ul ref={list} className={styles['list']}>
        <SectionTab name="All" count={share.images.length} search="" isSelected={!selected} />
        {sections.map(({ id, name, image_count }) => (
          <SectionTab
            key={id}
            name={name}
            count={image_count}
            search={`?section=${id}`}
            isSelected={id === selected?.id}
          />
        ))}
      </ul>
      {selected && share.link.allow_downloads && (
        <DownloadSectionButton onClick={() => downloads.open({ photos: selected.images, isAlbum: false })} />
      )}
      <p role="status" className={isEmpty ? styles['empty'] : 'visually-hidden'}>
        {isEmpty ? 'No photos in this section match the filter.' : ''}
      </p>
    </nav>
  )
}

type GallerySection = http.Section & { images: readonly http.PublicImage[] }

/**
 * Returns each section with its photos. The gallery sorts photos by section, those without a section first, so the
 * counts of the sections determine their photos.
 */
export function sectionsWithPhotos({ album: { sections }, images }: http.PublicShare): GallerySection[] {
  let start = images.length - sections.reduce((sum, section) => sum + section.image_count, 0)
  return sections.map(section => ({ ...section, images: images.slice(start, (start += section.image_count)) }))
}

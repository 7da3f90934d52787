import type { http } from '@daymark/contracts'
import { Images } from 'lucide-react'
import { type MouseEvent, Suspense, useEffect, useMemo, useRef } from 'react'
import { useIsPhone } from '../../../lib/hooks/use-size.ts'
import { lazyOf } from '../../../lib/lazy.ts'
import { useTitle } from '../../../lib/page-meta.ts'
import { Link } from '../../../lib/router.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MasonryGrid } from '../../../widgets/masonry/masonry-grid.tsx'
import { GALLERY_COLUMNS, PHONE_GALLERY_COLUMNS, chooseColumnVariant } from '../../../widgets/masonry/masonry-layout.ts'
import { type Selection, useSelection } from '../../../widgets/photo-grid/selection/use-selection.ts'
import { BrandMark, getDaymarkUrl, getStudioBrand } from '../brand/brand-mark.tsx'
import { GalleryDownloads } from '../downloads/gallery-downloads.tsx'
import { GalleryBar, GalleryHeader, GalleryTools } from './gallery-frame.tsx'
import { useDownloads } from '../downloads/use-downloads.ts'
import { useTracker } from '../tracking.actions.ts'
import { GalleryTile } from './gallery-tile.tsx'
import styles from './gallery.module.css'
import { type TileBadges, useCoverSettled, useFilteredGallery, useOpenPhoto, useShareTheme } from './gallery-state.ts'
import { FirstLookSection, NewsSection, PicksBar, renderTileOverlays } from './optional-parts.tsx'

/**
 * The code of the viewer is loaded after this delay, when the first pictures are loading, so that a photo opens without
 * delay.
 */
const VIEWER_DELAY_MS = 1000
const importViewer = () => import('../viewer/share-viewer.tsx')
const SectionTabs = lazyOf(() => import('../sections/section-tabs.tsx'), 'SectionTabs')
const ShareViewer = lazyOf(importViewer, 'ShareViewer')

/** The number of tiles whose pictures have a high fetch priority: about one screen. */
const HIGH_PRIORITY_TILES = 3

export function Gallery({ share: loadedShare }: { share: http.PublicShare }) {
  const { share, badges, filter, onSection } = useFilteredGallery(loadedShare)
  const fullShare = filter.share
  const { album, link, images } = share
  const isPhone = useIsPhone()
  const theme = useShareTheme(share)
  const tracker = useTracker(link.token)
  const { photoId, open, show, close } = useOpenPhoto()
  useTitle(album.title, getStudioBrand()?.name)
  const { isCoverSettled, onCoverSettled } = useCoverSettled(album.cover_image_id !== null)
  useViewerPreload()
  const isViewerOpen = images.some(photo => photo.id === photoId)
  const grid = useRef<HTMLDivElement>(null)
  const selectionMode = useSelection(useMemo(() => images.map(({ id }) => id), [images]))
  const { selection } = selectionMode
  const downloads = useDownloads(share, tracker, isPhone)
  const onDownload = (event: MouseEvent, photo: http.PublicImage) =>
    downloads.onDownload(event, { photos: [photo], isAlbum: false })

  return (
    <main className={styles['gallery']}>
      <GalleryHeader share={fullShare} onCoverSettled={onCoverSettled} />
      <FirstLookSection {...fullShare} />
      <GalleryBar share={fullShare} brand={getStudioBrand()}>
        <GalleryTools share={fullShare} downloads={downloads} onSelect={selectionMode.start} />
        <Suspense>
          {album.sections.length > 0 && (
            <SectionTabs
              share={fullShare}
              isEmpty={images.length === 0}
              grid={grid}
              downloads={downloads}
              onSection={onSection}
            />
          )}
        </Suspense>
      </GalleryBar>
      {fullShare.images.length === 0 && (
        <EmptyState icon={<Images aria-hidden />} title="No photos here yet" text="Come back later." />
      )}
      <NewsSection {...filter} isDeferred={!isCoverSettled} onDownload={downloads.open} />
      <div ref={grid} className={styles['grid']}>
        <GalleryGrid
          share={fullShare}
          images={images}
          badges={badges}
          isDeferred={!isCoverSettled}
          selection={selection}
          onOpen={open}
          onDownload={onDownload}
        />
      </div>
      <GalleryFooter share={share} />
      <Suspense>{link.picks && <PicksBar {...filter} isHidden={selection !== null} />}</Suspense>
      <GalleryDownloads
        share={share}
        fullShare={fullShare}
        grid={grid}
        selectionMode={selectionMode}
        downloads={downloads}
        tracker={tracker}
        isPhone={isPhone}
      />
      <Suspense>
        {isViewerOpen && photoId && (
          <ShareViewer
            share={share}
            theme={theme}
            openId={photoId}
            isPhone={isPhone}
            tracker={tracker}
            onShow={show}
            onDownload={onDownload}
            onClose={close}
          />
        )}
      </Suspense>
    </main>
  )
}

type GalleryGridProps = {
  share: http.PublicShare
  /** The photos to show: all, or those of the selected section or filter. */
  images: http.PublicImage[]
  badges: TileBadges
  isDeferred: boolean
  selection: Selection | null
  onOpen: (photoId: string) => void
  onDownload: (event: MouseEvent, photo: http.PublicImage) => void
}

function GalleryGrid({ share, images, badges, isDeferred, selection, onOpen, onDownload }: GalleryGridProps) {
  const isPhone = useIsPhone()
  return (
    <MasonryGrid
      photos={images}
      label="Photos"
      columns={isPhone ? PHONE_GALLERY_COLUMNS : GALLERY_COLUMNS}
      renderPhoto={(photo, index, { columnWidth }) => (
        <GalleryTile
          photo={photo}
          index={index}
          size={chooseColumnVariant(columnWidth)}
          hasHighPriority={index < HIGH_PRIORITY_TILES}
          isDeferred={isDeferred}
          onOpen={() => onOpen(photo.id)}
          overlays={renderTileOverlays(share, photo, index, badges)}
          onDownload={share.link.allow_downloads ? event => onDownload(event, photo) : null}
          selectionState={
            selection && {
              isSelected: selection.ids.has(photo.id),
              toggle: withRange => selection.toggle(photo.id, withRange),
            }
          }
        />
      )}
    />
  )
}

function useViewerPreload() {
  useEffect(() => {
    const timer = setTimeout(() => void importViewer(), VIEWER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
}

/** The footer: the studio, the photographer and FooterLine. */
function GalleryFooter({ share: { photographer } }: { share: http.PublicShare }) {
  return (
    <footer className={styles['footer']}>
      <BrandMark />
      {photographer && <p className={styles['name']}>{photographer}</p>}
      <FooterLine />
    </footer>
  )
}

/** The name of the software, unless the studio has its own brand, and the link to the privacy page. */
export function FooterLine() {
  const daymarkUrl = getDaymarkUrl()
  return (
    <p className={styles['small']}>
      {getStudioBrand() ? null : 'Shared with Daymark'}
      {daymarkUrl ? <a href={`${daymarkUrl}/privacy`}>Privacy</a> : <Link to="/privacy">Privacy</Link>}
    </p>
  )
}

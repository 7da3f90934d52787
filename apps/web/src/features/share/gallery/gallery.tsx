import type { http } from '@daymark/contracts'
import { Images } from 'lucide-react'
import { lazy, type MouseEvent, Suspense, useEffect, useMemo, useRef } from 'react'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { Link } from '../../../lib/router.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MasonryGrid } from '../../../widgets/masonry/masonry-grid.tsx'
import { GALLERY_COLUMNS, PHONE_GALLERY_COLUMNS, chooseColumnVariant } from '../../../widgets/masonry/masonry-layout.ts'
import { useSelection } from '../../../widgets/photo-grid/selection/use-selection.ts'
import { BrandMark, daymarkHome, shownBrand } from '../brand/brand-mark.tsx'
import { GalleryDownloads } from '../downloads/gallery-downloads.tsx'
import { GalleryTools } from '../downloads/gallery-tools.tsx'
import { useDownloads } from '../downloads/use-downloads.ts'
import { FirstLookSlot } from '../first-look/first-look-slot.tsx'
import { NewsSlot } from '../news/news-slot.tsx'
import { PicksBar } from '../picks/picks-slot.tsx'
import { useTracker } from '../tracking.actions.ts'
import { useShareTheme } from '../use-share-theme.ts'
import { useOpenPhoto } from '../viewer/use-open-photo.ts'
import { GalleryBar, GalleryHeader } from './gallery-frame.tsx'
import { GalleryTile } from './gallery-tile.tsx'
import styles from './gallery.module.css'
import { tileMarks, useCoverFirst, useFilteredGallery } from './use-filtered-gallery.tsx'

/** Not needed for the first screen, but soon: fetched after the gallery is rendered. */
const preloadViewer = () => import('../viewer/share-viewer.tsx')
const SectionTabs = lazy(async () => ({ default: (await import('../sections/section-tabs.tsx')).SectionTabs }))
const ShareViewer = lazy(async () => ({ default: (await preloadViewer()).ShareViewer }))

/** The number of tiles with high priority: about one screen. */
const urgentTiles = 3
const sized = <T extends { width: number | null; height: number | null }>(photo: T) => ({
  ...photo,
  width: photo.width ?? 0,
  height: photo.height ?? 0,
})

export function Gallery({ share: first }: { share: http.PublicShare }) {
  const { share, marks, shown, onSection } = useFilteredGallery(first)
  const whole = shown.share
  const { album, link, images } = share
  const isPhone = useIsPhone()
  const theme = useShareTheme(share)
  const tracker = useTracker(link.token)
  const { photoId, open, show, close } = useOpenPhoto()
  useTitle(album.title, shownBrand()?.name)
  const { isCoverSettled, onCoverSettled } = useCoverFirst(album.cover_image_id !== null)
  useEffect(() => void preloadViewer(), [])
  const photos = useMemo(() => images.map(sized), [images])
  const isOpen = images.some(photo => photo.id === photoId)
  const grid = useRef<HTMLDivElement>(null)
  const selecting = useSelection(useMemo(() => images.map(({ id }) => id), [images]))
  const { selection } = selecting
  const downloads = useDownloads(share, tracker, isPhone)
  const onDownload = (event: MouseEvent, photo: http.PublicImage) =>
    downloads.onDownload(event, { photos: [photo], isAlbum: false })

  return (
    <main className={styles['gallery']}>
      <GalleryHeader share={whole} onCoverSettled={onCoverSettled} />
      <FirstLookSlot {...whole} />
      <GalleryBar share={whole} brand={shownBrand()}>
        <GalleryTools share={whole} downloads={downloads} onSelect={selecting.start} />
        <Suspense>
          {album.sections.length > 0 && (
            <SectionTabs share={whole} isEmpty={images.length === 0} onFilter={onSection} {...{ grid, downloads }} />
          )}
        </Suspense>
      </GalleryBar>
      {whole.images.length === 0 && (
        <EmptyState icon={<Images aria-hidden />} title="No photos here yet" text="Come back later." />
      )}
      <NewsSlot {...shown} isDeferred={!isCoverSettled} onDownload={downloads.ask} />
      <div ref={grid} className={styles['grid']}>
        <MasonryGrid
          photos={photos}
          label="Photos"
          columns={isPhone ? PHONE_GALLERY_COLUMNS : GALLERY_COLUMNS}
          renderPhoto={(photo, index, { columnWidth }) => (
            <GalleryTile
              photo={photo}
              index={index}
              size={chooseColumnVariant(columnWidth)}
              isUrgent={index < urgentTiles}
              isDeferred={!isCoverSettled}
              onOpen={() => open(photo.id)}
              mark={tileMarks(whole, photo, index, marks)}
              onDownload={link.allow_downloads ? event => onDownload(event, photo) : null}
              selecting={
                selection && {
                  isSelected: selection.ids.has(photo.id),
                  toggle: withRange => selection.toggle(photo.id, withRange),
                }
              }
            />
          )}
        />
      </div>
      <GalleryFooter share={share} />
      <Suspense>{link.picks && <PicksBar {...shown} isHidden={selection !== null} />}</Suspense>
      <GalleryDownloads {...{ share, whole, grid, selecting, downloads, tracker, isPhone }} />
      <Suspense>
        {isOpen && photoId && (
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

/** The photographer, and the name of the software. */
function GalleryFooter({ share: { photographer } }: { share: http.PublicShare }) {
  return (
    <footer className={styles['footer']}>
      <BrandMark />
      {photographer && <p className={styles['name']}>{photographer}</p>}
      <FootLine />
    </footer>
  )
}

export function FootLine() {
  const home = daymarkHome()
  return (
    <p className={styles['small']}>
      {shownBrand() ? null : 'Shared with Daymark'}
      {home ? <a href={`${home}/privacy`}>Privacy</a> : <Link to="/privacy">Privacy</Link>}
    </p>
  )
}

import type { http } from '@daymark/contracts'
import { CheckSquare, Download, FolderCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { GalleryHead } from '../../../widgets/gallery-head/gallery-head.tsx'
import { BrandMark } from '../brand/brand-mark.tsx'
import type { useDownloads } from '../downloads/use-downloads.ts'
import { coverOf } from '../share-media.ts'
import { zipUrl } from '../share.queries.ts'
import styles from './gallery.module.css'

type GalleryHeaderProps = { share: http.PublicShare; onCoverSettled?: (() => void) | undefined }

/** S-PUB-02: title, description, photo count, photographer and cover. */
export function GalleryHeader({ share, onCoverSettled }: GalleryHeaderProps) {
  const { title, description, image_count, header_layout } = share.album
  return (
    <GalleryHead
      title={title}
      description={description}
      onCoverSettled={onCoverSettled}
      count={image_count}
      photographer={share.photographer}
      layout={header_layout}
      cover={coverOf(share)}
    />
  )
}

type GalleryBarProps = { share: http.PublicShare; brand: http.PublicBrand | null; children: ReactNode }

/** The bar with the actions of the gallery, which stays at the top while the page scrolls. */
export function GalleryBar({ share: { album, images }, brand, children }: GalleryBarProps) {
  if (images.length === 0) return null
  return (
    <div className={styles['bar']}>
      <div className={styles['brand']}>
        <BrandMark brand={brand} />
      </div>
      <span aria-hidden className={`truncate ${styles['title']}`}>
        {album.title}
      </span>
      {children}
    </div>
  )
}

type GalleryToolsProps = {
  share: http.PublicShare
  /** Null when the server renders the page: buttons have no effect until the application has loaded. */
  downloads: ReturnType<typeof useDownloads> | null
  onSelect?: () => void
}

/** S-PUB-03: the downloads that the link allows. */
export function GalleryTools({ share: { link, images }, downloads, onSelect }: GalleryToolsProps) {
  if (!link.allow_downloads || images.length === 0) return null
  return (
    <div className={`wrap ${styles['tools']}`}>
      <a
        href={zipUrl(link.token)}
        download={!link.watermark}
        className={buttonClass({ appearance: 'quiet' })}
        onClick={event => downloads?.onDownload(event, { photos: images, isAlbum: true })}
      >
        <Download aria-hidden />
        Download Album (ZIP)
      </a>
      <div className={styles['tool-group']}>
        <Button appearance="quiet" icon={<CheckSquare aria-hidden />} onClick={onSelect}>
          Select
        </Button>
        <IconButton name="Verify My Copy" onClick={downloads?.verify}>
          <FolderCheck aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

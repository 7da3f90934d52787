import type { http } from '@daymark/contracts'
import type { ReactNode } from 'react'
import { GalleryHead } from '../../../widgets/gallery-head/gallery-head.tsx'
import { BrandMark } from '../brand/brand-mark.tsx'
import { coverOf } from '../share-media.ts'
import styles from './gallery.module.css'

type HeaderProps = { share: http.PublicShare; onCoverSettled?: (() => void) | undefined }

/** S-PUB-02 */
export function GalleryHeader({ share, onCoverSettled }: HeaderProps) {
  const { title, description, image_count, header_layout } = share.album
  return (
    <GalleryHead
      {...{ title, description, onCoverSettled }}
      count={image_count}
      photographer={share.photographer}
      layout={header_layout}
      cover={coverOf(share)}
    />
  )
}

type BarProps = { share: http.PublicShare; brand: http.PublicBrand | null; children: ReactNode }

/** The actions of the gallery; the bar stays in view. */
export function GalleryBar({ share: { album, images }, brand, children }: BarProps) {
  if (images.length === 0) return null
  return (
    <div className={styles['bar']}>
      <div className={styles['brand']}>
        <BrandMark brand={brand} />
      </div>
      <span aria-hidden className={styles['title']}>
        {album.title}
      </span>
      {children}
    </div>
  )
}

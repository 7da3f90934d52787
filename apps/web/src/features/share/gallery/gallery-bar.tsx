import type { http } from '@daymark/contracts'
import type { ReactNode } from 'react'
import { BrandMark } from '../brand/brand-mark.tsx'
import styles from './gallery-bar.module.css'

/** The actions of the gallery; the bar stays in view. */
export function GalleryBar({ share: { album, images }, children }: { share: http.PublicShare; children: ReactNode }) {
  if (images.length === 0) return null
  return (
    <div className={styles['bar']}>
      <div className={styles['brand']}>
        <BrandMark />
      </div>
      <span aria-hidden className={styles['title']}>
        {album.title}
      </span>
      {children}
    </div>
  )
}

import type { http } from '@daymark/contracts'
import { useEffect, type ReactNode } from 'react'
import { shownBrand } from '../brand/shown-brand.ts'
import { GalleryCard } from './gallery-card.tsx'
import styles from './studio.module.css'

/** The number of covers with high priority: about one screen. */
const URGENT = 3

/** `mark` and `foot` are shared with galleries and passed in by the caller. */
export type Frame = { mark: ReactNode; foot: ReactNode }

export function Studio({ page, mark, foot }: Frame & { page: http.PublicStudioPage }) {
  const { title, text, galleries } = page
  const brand = shownBrand()
  useEffect(() => {
    document.title = brand ? title : `${title} · Daymark`
  }, [brand, title])
  // a logo that contains the name does not repeat it
  const isSaid = brand?.logo && brand.name === title
  return (
    <main className={styles['page']}>
      <header className={styles['head']}>
        {brand?.logo && mark}
        <h1 className={isSaid ? 'visually-hidden' : styles['title']}>{title}</h1>
        {text && <p className={styles['text']}>{text}</p>}
      </header>
      {galleries.length === 0 ? (
        <p className={styles['empty']}>No galleries yet.</p>
      ) : (
        <ul className={styles['grid']}>
          {galleries.map((gallery, index) => (
            <li key={gallery.url}>
              <GalleryCard gallery={gallery} isUrgent={index < URGENT} />
            </li>
          ))}
        </ul>
      )}
      <footer className={styles['foot']}>{foot}</footer>
    </main>
  )
}

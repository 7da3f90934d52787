import type { http } from '@daymark/contracts'
import { useEffect, type ReactNode } from 'react'
import { shownBrand } from '../brand/shown-brand.ts'
import { GalleryCard } from './gallery-card.tsx'
import styles from './studio.module.css'

/** How many covers are asked for first: about what the first screen shows. */
const URGENT = 3

/** What it has in common with a gallery is given to it: the studio's mark, and the line at the foot. */
export type Frame = { mark: ReactNode; foot: ReactNode }

export function Studio({ page, mark, foot }: Frame & { page: http.PublicStudioPage }) {
  const { title, text, galleries } = page
  const brand = shownBrand()
  useEffect(() => {
    document.title = brand ? title : `${title} · Daymark`
  }, [brand, title])
  // a logo that says the name says it once
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

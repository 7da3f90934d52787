import type { http } from '@daymark/contracts'
import { useEffect } from 'react'
import { BrandMark } from '../brand/brand-mark.tsx'
import { shownBrand } from '../brand/shown-brand.ts'
import { FootLine } from '../gallery/gallery-footer.tsx'
import { GalleryCard } from './gallery-card.tsx'
import styles from './studio.module.css'

/** How many covers are asked for first: about what the first screen shows. */
const URGENT = 3

export function Studio({ page: { title, text, galleries } }: { page: http.ShownStudioPage }) {
  const brand = shownBrand()
  useEffect(() => {
    document.title = brand ? title : `${title} · Daymark`
  }, [brand, title])
  // a logo that says the name says it once
  const isSaid = brand?.logo && brand.name === title
  return (
    <main className={styles['page']}>
      <header className={styles['head']}>
        {brand?.logo && <BrandMark />}
        <h1 className={isSaid ? 'visually-hidden' : styles['title']}>{title}</h1>
        {text && <p className={styles['text']}>{text}</p>}
      </header>
      {galleries.length === 0 ? (
        <p className={styles['empty']}>There are no galleries here yet.</p>
      ) : (
        <ul className={styles['grid']}>
          {galleries.map((gallery, index) => (
            <li key={gallery.url}>
              <GalleryCard gallery={gallery} isUrgent={index < URGENT} />
            </li>
          ))}
        </ul>
      )}
      <footer className={styles['foot']}>
        <FootLine />
      </footer>
    </main>
  )
}

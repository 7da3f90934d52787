import type { http } from '@daymark/contracts'
import { Link } from '../../../lib/router.ts'
import { BrandMark } from '../brand/brand-mark.tsx'
import { daymarkHome, shownBrand } from '../brand/shown-brand.ts'
import styles from './gallery-footer.module.css'

/** The photographer, and the name of the software. */
export function GalleryFooter({ share: { photographer } }: { share: http.PublicShare }) {
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

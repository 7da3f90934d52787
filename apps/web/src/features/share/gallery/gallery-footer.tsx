import type { http } from '@daymark/contracts'
import { Link } from '../../../lib/router.ts'
import styles from './gallery-footer.module.css'

/** Whose work it is, and what shows it: quiet, at the end. */
export function GalleryFooter({ share: { photographer } }: { share: http.PublicShare }) {
  return (
    <footer className={styles['footer']}>
      {photographer && <p className={styles['name']}>{photographer}</p>}
      <p className={styles['small']}>
        Shared with Daymark
        <Link to="/privacy">Privacy</Link>
      </p>
    </footer>
  )
}

import { ImageDown } from 'lucide-react'
import styles from './drop-overlay.module.css'

/** Covers the window while files are dragged over a page that accepts them (L-AD-16). */
export function DropOverlay() {
  return (
    <div className={styles['overlay']}>
      <div className={styles['frame']}>
        <ImageDown aria-hidden />
        <p className={styles['title']}>Drop Photos Here</p>
        <p>Release to upload your images</p>
      </div>
    </div>
  )
}

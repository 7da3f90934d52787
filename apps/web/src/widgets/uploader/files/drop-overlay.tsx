import { ImageDown } from 'lucide-react'
import styles from './files.module.css'

/** L-AD-16: covers the window while the user drags files over a page that accepts them. */
export function DropOverlay() {
  return (
    <div className={styles['overlay']}>
      <div className={styles['frame']}>
        <ImageDown aria-hidden />
        <p className="text-5 strong">Drop Photos Here</p>
        <p>Release to upload your images</p>
      </div>
    </div>
  )
}

import type { http } from '@daymark/contracts'
import { Link2, Lock } from 'lucide-react'
import styles from './visibility.module.css'

/** L-MKT-03: an album is shared while it has an active link. */
export function Visibility({ visibility }: { visibility: http.Album['visibility'] }) {
  return visibility === 'shared' ? (
    <span className={styles['visibility']}>
      <Link2 aria-hidden />
      Shared
    </span>
  ) : (
    <span className={styles['visibility']}>
      <Lock aria-hidden />
      Private
    </span>
  )
}

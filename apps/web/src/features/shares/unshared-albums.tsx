import type { http } from '@daymark/contracts'
import { photoCount } from '../../domain/photos/photo.ts'
import { Link } from '../../lib/router.ts'
import styles from './shares.module.css'

type Unshared = http.SharesOverview['albums_without_shares'][number]

/** S-OVER-07 */
export function UnsharedAlbums({ albums }: { albums: readonly Unshared[] }) {
  if (albums.length === 0) return null
  return (
    <section className={styles['unshared']}>
      <h2 id="albums-without-shares" className={styles['heading']}>
        Albums without Shares
      </h2>
      <ul aria-labelledby="albums-without-shares" className={styles['compact']}>
        {albums.map(({ id, title, image_count }) => (
          <li key={id}>
            <Link to={`/albums/${id}`} className={styles['name']}>
              <span>{title}</span>
              <span className={styles['facts']}>{photoCount(image_count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { formatBytes, type http } from '@daymark/contracts'
import styles from './account.module.css'

const number = new Intl.NumberFormat()

/** S-SET-11 */
export function Figures({ analytics }: { analytics: http.AccountAnalytics }) {
  const figures = [
    ['Total photos', number.format(analytics.totalPhotos)],
    ['Storage', formatBytes(analytics.totalStorage)],
    ['Albums', number.format(analytics.totalAlbums)],
    ['Active shares', number.format(analytics.activeShares)],
    ['Favorites', number.format(analytics.favoritePhotos)],
    ['Tags', number.format(analytics.totalTags)],
  ]
  return (
    <dl className={styles['figures']}>
      {figures.map(([name, value]) => (
        <div key={name} className={styles['figure']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

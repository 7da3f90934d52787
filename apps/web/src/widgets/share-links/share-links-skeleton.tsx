import { Skeleton, Skeletons } from '../../ui/feedback/skeleton.tsx'
import styles from './share-links-skeleton.module.css'

/** L-SKEL-03: placeholders for links. */
export function ShareLinksSkeleton() {
  return (
    <Skeletons label="Loading share links">
      {[1, 2].map(row => (
        <div key={row} className={styles['row']}>
          <Skeleton className={styles['address']} />
          <Skeleton className={styles['facts']} />
          <Skeleton className={styles['buttons']} />
        </div>
      ))}
    </Skeletons>
  )
}

import type { http } from '@daymark/contracts'
import { formatDate } from '../../lib/format/dates.ts'
import { daysLeft } from './days-left.ts'
import { ChooseBox, type Chosen } from './trashed-photos.tsx'
import styles from './trash.module.css'

type Props = { label: string; items: readonly http.TrashItem[]; chosen: Chosen }

/** Albums, tags and links with the number of their photos. */
export function TrashedThings({ label, items, chosen }: Props) {
  return (
    <ul aria-label={label} className={styles['things']}>
      {items.map(item => (
        <li key={item.id}>
          <label className={styles['thing']}>
            <ChooseBox item={item} chosen={chosen} />
            <span className={styles['words']}>
              <span className={styles['name']}>{item.name}</span>
              <span className={styles['facts']}>
                {[facts(item), `Deleted ${formatDate(item.deleted_at)}`].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className={styles['left']}>{daysLeft(item.purged_at)}</span>
          </label>
        </li>
      ))}
    </ul>
  )
}

function facts({ image_count: photos, view_count: views }: http.TrashItem): string | null {
  if (photos !== null) return photos === 1 ? '1 photo' : `${photos} photos`
  if (views !== null) return views === 1 ? '1 view' : `${views} views`
  return null
}

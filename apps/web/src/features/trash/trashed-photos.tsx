import type { http } from '@daymark/contracts'
import { Check, ImageOff } from 'lucide-react'
import { Picture } from '../../widgets/masonry/picture.tsx'
import { daysLeft } from './days-left.ts'
import styles from './trash.module.css'

export type Chosen = { ids: ReadonlySet<string>; toggle: (id: string, withRange: boolean) => void }
type Props = { items: readonly http.TrashItem[]; chosen: Chosen }

/** The whole tile is its checkbox: in the trash there is nothing to open. */
export function TrashedPhotos({ items, chosen }: Props) {
  return (
    <ul aria-label="Deleted photos" className={styles['photos']}>
      {items.map(item => (
        <li key={item.id} className={styles['photo']}>
          <label className={styles['tile']}>
            {item.thumbnail_url ? (
              <Picture src={item.thumbnail_url} alt="" placeholder={item.placeholder} />
            ) : (
              <span className={styles['stand-in']}>
                <ImageOff aria-hidden />
              </span>
            )}
            <ChooseBox item={item} chosen={chosen} />
            <span aria-hidden className={styles['mark']}>
              <Check />
            </span>
          </label>
          <p className={styles['caption']}>
            <span className={styles['name']} title={item.name}>
              {item.name}
            </span>
            <span className={styles['facts']}>{daysLeft(item.purged_at)}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}

export function ChooseBox({ item, chosen }: { item: http.TrashItem; chosen: Chosen }) {
  return (
    <input
      type="checkbox"
      aria-label={`Select ${item.name}`}
      className={styles['checkbox']}
      checked={chosen.ids.has(item.id)}
      // React reads a checkbox by its click event, which includes the Shift key.
      onChange={({ nativeEvent }) => chosen.toggle(item.id, (nativeEvent as MouseEvent).shiftKey)}
    />
  )
}

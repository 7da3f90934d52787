import { useState } from 'react'
import { photoName, type Photo } from '../../../domain/photos/photo.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import styles from './cover.module.css'

const PAGE = 24

/** The photos to choose a cover from; without a choice, the first landscape photo is used. */
export function CoverPhotos(props: {
  photos: readonly Photo[]
  chosen: string | null
  onChoose: (id: string | null) => void
}) {
  const { photos, chosen, onChoose } = props
  const [count, setCount] = useState(PAGE)
  return (
    <fieldset>
      <legend className={styles['legend']}>Cover photo</legend>
      <label className={styles['auto']}>
        <input type="radio" name="cover" checked={chosen === null} onChange={() => onChoose(null)} />
        The first wide photo
      </label>
      <div className={styles['photos']}>
        {photos.slice(0, count).map(photo => (
          <label key={photo.id} className={styles['photo']} title={photoName(photo)}>
            <input
              type="radio"
              name="cover"
              aria-label={photoName(photo)}
              checked={photo.id === chosen}
              onChange={() => onChoose(photo.id)}
            />
            <Picture src={photo.thumbnail_url} alt="" placeholder={photo.placeholder} />
          </label>
        ))}
      </div>
      {count < photos.length && (
        <Button className={styles['more']} onClick={() => setCount(count + PAGE)}>
          Show More Photos
        </Button>
      )}
    </fieldset>
  )
}

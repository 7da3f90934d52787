import { TAG_PREVIEW_TILES, type http } from '@daymark/contracts'
import { Tag } from 'lucide-react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { useSettled } from '../../../lib/hooks/use-settled.ts'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import styles from './tag-preview.module.css'
import { tagPreview } from '../tags.queries.ts'

/** A card that disappears sooner was only scrolled past. */
const PASSING_MS = 100

/** L-TAGP-03, L-TAGP-04: up to four photos in a square, and the number of others. */
export function TagPreview({ tag }: { tag: http.Tag }) {
  const isSettled = useSettled(PASSING_MS)
  const { data } = useCached(tagPreview(tag.id), { enabled: isSettled && tag.usage_count > 0 })
  const ready = data?.images.filter(photo => photo.processing_status === 'completed') ?? []
  const shown = ready.slice(0, TAG_PREVIEW_TILES)
  const more = tag.usage_count - TAG_PREVIEW_TILES
  if (tag.usage_count === 0)
    return (
      <span className={styles['nothing']}>
        <Tag aria-hidden />
      </span>
    )
  return (
    <span className={styles['preview']} data-count={shown.length}>
      {shown.map((photo, index) => (
        <span key={photo.id} className={styles['tile']}>
          <Picture src={photo.thumbnail_url} alt="" placeholder={photo.placeholder} />
          {index === TAG_PREVIEW_TILES - 1 && more > 0 && (
            <span aria-hidden className={styles['more']}>{`+${more}`}</span>
          )}
        </span>
      ))}
    </span>
  )
}

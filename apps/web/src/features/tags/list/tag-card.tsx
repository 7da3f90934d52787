import type { http } from '@daymark/contracts'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { Link } from '../../../lib/router.ts'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { photoCount } from '../../../domain/photos/photo.ts'
import { TagDot } from '../../../widgets/tags/tag-dot.tsx'
import styles from './tag-card.module.css'
import { TagForm } from './tag-form.tsx'
import { TagPreview } from './tag-preview.tsx'

type Props = {
  tag: http.Tag
  color: string
  /** The address of its photos. */
  to: string
  isEditing: boolean
  isDeleting: boolean
  /** Opens the form of a card, or closes it. */
  onEdit: (id: string | null) => void
  onDelete: (tag: http.Tag) => void
}

/** Returns the focus to the card when its form closes. */
function useFocusAfter(isEditing: boolean) {
  const card = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(isEditing)
  useEffect(() => {
    if (wasEditing.current && !isEditing) card.current?.querySelector('a')?.focus({ preventScroll: true })
    wasEditing.current = isEditing
  }, [isEditing])
  return card
}

/** L-TAGP-03: a tag with some of its photos; the whole card opens them all. */
export const TagCard = memo(function TagCard({ tag, color, to, isEditing, isDeleting, onEdit, onDelete }: Props) {
  const card = useFocusAfter(isEditing)
  return (
    <div ref={card} aria-busy={isDeleting} className={styles['card']}>
      <Link to={to} className={styles['open']}>
        <span className={styles['preview']}>
          <TagPreview tag={tag} />
        </span>
        <span className={styles['words']}>
          <span className={styles['label']}>
            <TagDot color={color} />
            <span title={tag.label} className={styles['text']}>
              {tag.label}
            </span>
          </span>{' '}
          <span className={styles['count']}>{photoCount(tag.usage_count)}</span>
        </span>
      </Link>
      {isDeleting && (
        <div className={styles['deleting']}>
          <Spinner label="Deleting…" />
        </div>
      )}
      {!isDeleting && !isEditing && (
        <div className={styles['menu']}>
          <Menu
            name={`Actions for ${tag.label}`}
            icon={<Ellipsis aria-hidden />}
            items={[
              { label: 'Edit', icon: <Pencil aria-hidden />, onSelect: () => onEdit(tag.id) },
              { label: 'Delete', icon: <Trash2 aria-hidden />, danger: true, onSelect: () => onDelete(tag) },
            ]}
          />
        </div>
      )}
      {isEditing && <TagForm tag={tag} onDone={() => onEdit(null)} />}
    </div>
  )
})

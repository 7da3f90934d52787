import type { http } from '@daymark/contracts'
import { Crosshair } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { usePointPicker } from '../../../lib/hooks/use-point-picker.ts'
import { Markers, positionStyle } from '../../../widgets/comments/markers.tsx'
import styles from '../../../widgets/comments/comments.module.css'
import { commentsOf, useComments } from './store/use-comments.ts'
import type { CommentStore } from './store/comment-store.ts'

type DraftProps = { store: CommentStore; point: http.CommentPoint }

/** The point of a new comment: pressed anywhere on the photo, or moved with the arrow keys. */
function Draft({ store, point }: DraftProps) {
  const ring = useRef<HTMLButtonElement>(null)
  const move = (x: number, y: number) => store.mark({ x: x / 100, y: y / 100 })
  const { area, onKeyDown, place } = usePointPicker({ x: point.x * 100, y: point.y * 100, onMove: move })
  useEffect(() => ring.current?.focus(), [])
  return (
    <div {...area} className={styles['layer']} onDoubleClick={event => event.stopPropagation()}>
      <button
        ref={ring}
        type="button"
        className={styles['draft']}
        style={positionStyle(point)}
        aria-label={`Position of your comment: ${place}`}
        onKeyDown={onKeyDown}
      >
        <Crosshair aria-hidden />
      </button>
    </div>
  )
}

/** The props of each part of the viewer that belongs to comments. */
export type PartProps = { share: http.PublicShare; id: string; dialog: RefObject<HTMLDialogElement | null> }

/** The markers on the photo while its comments are open. */
export function PhotoMarkers({ share, id }: Pick<PartProps, 'share' | 'id'>) {
  const store = commentsOf(share)
  const { isOpen, threads, current, point } = useComments(store)
  if (!isOpen) return null
  return (
    <>
      <Markers threads={threads.get(id) ?? []} current={current} onChoose={store.choose} />
      {point && <Draft store={store} point={point} />}
    </>
  )
}

import type { http } from '@daymark/contracts'
import { Crosshair } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { usePointPicker } from '../../../lib/hooks/use-point-picker.ts'
import { Markers, toPositionStyle } from '../../../widgets/comments/markers.tsx'
import styles from '../../../widgets/comments/comments.module.css'
import { commentStoreOf, type CommentStore, useComments } from './comment-store.ts'

type NewMarkerProps = { store: CommentStore; point: http.CommentPoint }

/** The ring at the point of a new comment. The visitor moves it by clicking on the photo or with the arrow keys. */
function NewMarker({ store, point }: NewMarkerProps) {
  const ring = useRef<HTMLButtonElement>(null)
  const move = (x: number, y: number) => store.setPoint({ x: x / 100, y: y / 100 })
  const { area, onKeyDown, positionText } = usePointPicker({ x: point.x * 100, y: point.y * 100, onMove: move })
  useEffect(() => ring.current?.focus(), [])
  return (
    <div {...area} className={styles['layer']} onDoubleClick={event => event.stopPropagation()}>
      <button
        ref={ring}
        type="button"
        className={styles['draft']}
        style={toPositionStyle(point)}
        aria-label={`Position of your comment: ${positionText}`}
        onKeyDown={onKeyDown}
      >
        <Crosshair aria-hidden />
      </button>
    </div>
  )
}

/** The props of every comment part of the viewer. `id` is the id of the open photo. */
export type CommentPartProps = { share: http.PublicShare; id: string; dialog: RefObject<HTMLDialogElement | null> }

/** The markers on the photo while its comments are open. */
export function PhotoMarkers({ share, id }: Pick<CommentPartProps, 'share' | 'id'>) {
  const store = commentStoreOf(share)
  const { isOpen, threads, currentThreadId, point } = useComments(store)
  if (!isOpen) return null
  return (
    <>
      <Markers threads={threads.get(id) ?? []} currentThreadId={currentThreadId} onChoose={store.selectThread} />
      {point && <NewMarker store={store} point={point} />}
    </>
  )
}

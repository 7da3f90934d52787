import { useMemo, useRef, useState } from 'react'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { MasonryGrid } from '../../../widgets/masonry/masonry-grid.tsx'
import type { ColumnRule } from '../../../widgets/masonry/masonry-layout.ts'
import { photoName, type Photo } from '../../../domain/photos/photo.ts'
import { MoveDialog } from './move.dialog.tsx'
import { moveItem } from './photo-order.ts'
import { RearrangeTile } from './rearrange-tile.tsx'
import styles from './rearrange.module.css'
import { idsOf, useKeyboardMoves } from './use-keyboard-moves.ts'

const columns: ColumnRule = { gap: 8, minColumn: 168, maxColumns: 7 }
const phoneColumns: ColumnRule = { gap: 6, minColumn: 104, maxColumns: 5 }

/** L-AD-13: by dragging, by keyboard (Space, arrows, Space; Escape puts it back) or to a position by number. */
export function RearrangePhotos({ photos, onMove }: { photos: readonly Photo[]; onMove: (order: string[]) => void }) {
  const isPhone = useIsPhone()
  const [moving, setMoving] = useState<Photo | null>(null)
  const [said, setSaid] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const { shown, heldId, keyboard, announce } = useKeyboardMoves({ photos, root, say: setSaid, onMove })
  const cells = useMemo(() => shown.map(photo => ({ id: photo.id, width: 1, height: 1, photo })), [shown])
  const place = (id: string, to: number) => {
    const from = shown.findIndex(photo => photo.id === id)
    const photo = shown[from]
    if (!photo || from === to) return
    const moved = moveItem(idsOf(shown), from, to)
    announce(photo, 'moved to', moved.indexOf(id))
    onMove(moved)
  }

  return (
    <div ref={root}>
      <p id="rearrange-help" className={styles['help']}>
        {isPhone
          ? 'Press and hold a photo, then drag it to its place, or choose a position. Changes are saved at once.'
          : 'Drag photos to where they belong. By keyboard: Space picks a photo up, the arrow keys move it, Space puts it down, Escape puts it back. Changes are saved at once.'}
      </p>
      <p role="status" aria-live="assertive" className="visually-hidden">
        {said}
      </p>
      <MasonryGrid
        photos={cells}
        label="Photos in order"
        columns={isPhone ? phoneColumns : columns}
        margin={240}
        renderPhoto={({ photo }, index, { columns: perRow }) => (
          <RearrangeTile
            photo={photo}
            index={index}
            perRow={perRow}
            isHeld={photo.id === heldId}
            keyboard={keyboard}
            onDrop={place}
            onAskPosition={() => setMoving(photo)}
          />
        )}
      />
      {moving && (
        <MoveDialog
          name={photoName(moving)}
          position={shown.indexOf(moving)}
          total={shown.length}
          onMove={to => place(moving.id, to)}
          onClose={() => setMoving(null)}
        />
      )}
    </div>
  )
}

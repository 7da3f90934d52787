import { useMemo, useRef, useState } from 'react'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { MasonryGrid } from '../../../widgets/masonry/masonry-grid.tsx'
import type { ColumnRule } from '../../../widgets/masonry/masonry-layout.ts'
import type { AlbumWithPhotos } from '../../../domain/albums/whole-album.ts'
import { MoveDialog } from './move.dialog.tsx'
import { itemName, itemsOf, type Item } from './items.ts'
import { moveItem } from '../../../lib/move-item.ts'
import { RearrangeTile } from './rearrange-tile.tsx'
import styles from './rearrange.module.css'
import { saveOrder } from './save-order.actions.ts'
import { idsOf, useKeyboardMoves } from './use-keyboard-moves.ts'

const columns: ColumnRule = { gap: 8, minColumn: 168, maxColumns: 7 }
const phoneColumns: ColumnRule = { gap: 6, minColumn: 104, maxColumns: 5 }

/** L-AD-13: by dragging, by keyboard (Space, arrows, Space; Escape cancels) or to a position by number. */
export function RearrangePhotos({ album }: { album: AlbumWithPhotos }) {
  const isPhone = useIsPhone()
  const [moving, setMoving] = useState<Item | null>(null)
  const [said, setSaid] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const items = useMemo(() => itemsOf(album), [album])
  const onMove = (order: string[]) => void saveOrder(album.id, order)
  const { shown, heldId, keyboard, announce } = useKeyboardMoves({ items, root, say: setSaid, onMove })
  const cells = useMemo(() => shown.map(item => ({ id: item.id, width: 1, height: 1, item })), [shown])
  const place = (id: string, to: number) => {
    const from = shown.findIndex(item => item.id === id)
    const item = shown[from]
    if (!item || from === to) return
    const moved = moveItem(idsOf(shown), from, to)
    announce(item, 'moved to', moved.indexOf(id))
    onMove(moved)
  }

  return (
    <div ref={root}>
      <p id="rearrange-help" className={styles['help']}>
        {isPhone
          ? 'Press and hold a photo, then drag it, or choose a position. Changes are saved at once.'
          : 'Drag photos to a new position. With the keyboard: Space picks up a photo, arrow keys move it, Space drops it, Escape cancels. Changes are saved at once.'}
      </p>
      <p role="status" aria-live="assertive" className="visually-hidden">
        {said}
      </p>
      <MasonryGrid
        photos={cells}
        label="Photos in order"
        columns={isPhone ? phoneColumns : columns}
        margin={240}
        renderPhoto={({ item }, index, { columns: perRow }) => (
          <RearrangeTile
            item={item}
            index={index}
            perRow={perRow}
            isHeld={item.id === heldId}
            keyboard={keyboard}
            onDrop={place}
            onAskPosition={() => setMoving(item)}
          />
        )}
      />
      {moving && (
        <MoveDialog
          name={itemName(moving)}
          position={shown.indexOf(moving)}
          total={shown.length}
          onMove={to => place(moving.id, to)}
          onClose={() => setMoving(null)}
        />
      )}
    </div>
  )
}

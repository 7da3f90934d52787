import { ListOrdered } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { tileRatio } from '../../../domain/photos/photo.ts'
import { moveItem, useDragOrder } from '../../../lib/drag-order.ts'
import { useIsPhone } from '../../../lib/hooks/use-size.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { MasonryGrid } from '../../../widgets/masonry/masonry-grid.tsx'
import type { ColumnRule } from '../../../widgets/masonry/masonry-layout.ts'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import { applyOrder, type OrderItem, itemName, listOrderItems, parsePosition } from './photo-order.ts'
import styles from './rearrange.module.css'
import { saveOrder } from './save-order.actions.ts'

const GRID_COLUMNS: ColumnRule = { gap: 8, minColumn: 168, maxColumns: 7 }
const PHONE_GRID_COLUMNS: ColumnRule = { gap: 6, minColumn: 104, maxColumns: 5 }

/**
 * L-AD-13: changes the order of the photos by dragging, by keyboard (Space, arrows, Space; Escape cancels) or by
 * entering a position.
 */
export function RearrangePhotos({ album }: { album: AlbumWithPhotos }) {
  const isPhone = useIsPhone()
  const [itemToMove, setItemToMove] = useState<OrderItem | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const items = useMemo(() => listOrderItems(album), [album])
  const onMove = (order: string[]) => void saveOrder(album.id, order)
  const { shownItems, heldId, keyboard, announceMove } = useKeyboardMoves({
    items,
    root,
    announce: setAnnouncement,
    onMove,
  })
  const cells = useMemo(() => shownItems.map(item => ({ id: item.id, width: 1, height: 1, item })), [shownItems])
  const moveTo = (id: string, newIndex: number) => {
    const oldIndex = shownItems.findIndex(item => item.id === id)
    const item = shownItems[oldIndex]
    if (!item || oldIndex === newIndex) return
    const newOrder = moveItem(idsOf(shownItems), oldIndex, newIndex)
    announceMove(item, 'moved to', newOrder.indexOf(id))
    onMove(newOrder)
  }

  return (
    <div ref={root}>
      <p id="rearrange-help" className={styles['help']}>
        {isPhone
          ? 'Press and hold a photo, then drag it, or choose a position. Changes are saved at once.'
          : 'Drag photos to a new position. With the keyboard: Space picks up a photo, arrow keys move it, Space drops it, Escape cancels. Changes are saved at once.'}
      </p>
      <p role="status" aria-live="assertive" className="visually-hidden">
        {announcement}
      </p>
      <MasonryGrid
        photos={cells}
        label="Photos in order"
        columns={isPhone ? PHONE_GRID_COLUMNS : GRID_COLUMNS}
        margin={240}
        renderPhoto={({ item }, index, { columns: columnCount }) => (
          <RearrangeTile
            item={item}
            index={index}
            columnCount={columnCount}
            isHeld={item.id === heldId}
            keyboard={keyboard}
            onDrop={moveTo}
            onAskPosition={() => setItemToMove(item)}
          />
        )}
      />
      {itemToMove && (
        <PositionDialog
          name={itemName(itemToMove)}
          position={shownItems.indexOf(itemToMove)}
          total={shownItems.length}
          onMove={newIndex => moveTo(itemToMove.id, newIndex)}
          onClose={() => setItemToMove(null)}
        />
      )}
    </div>
  )
}

type OnDrop = (id: string, newIndex: number) => void

type KeyboardMoves = {
  grab: (item: OrderItem) => void
  step: (item: OrderItem, positions: number) => void
  drop: (item: OrderItem) => void
  cancel: (item: OrderItem) => void
}

type RearrangeTileProps = {
  item: OrderItem
  index: number
  columnCount: number
  isHeld: boolean
  keyboard: KeyboardMoves
  onDrop: OnDrop
  onAskPosition: () => void
}

function handleTileKey(event: KeyboardEvent, { item, isHeld, columnCount, keyboard }: RearrangeTileProps) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columnCount, ArrowDown: columnCount }[event.key]
  if (event.key === ' ' || event.key === 'Enter') (isHeld ? keyboard.drop : keyboard.grab)(item)
  else if (isHeld && event.key === 'Escape') keyboard.cancel(item)
  else if (isHeld && step) keyboard.step(item, step)
  else return
  event.preventDefault()
}

/** The picture of a photo, or the name of a section. */
function TileContent({ item: { photo, heading } }: { item: OrderItem }) {
  if (!photo)
    return (
      <span className={styles['heading']}>
        <span className={styles['kind']}>Section</span>
        {heading}
      </span>
    )
  const ratio = tileRatio(photo)
  return (
    <span className={styles['photo']} style={{ aspectRatio: String(ratio), [ratio > 1 ? 'width' : 'height']: '100%' }}>
      <Picture src={photo.thumbnail_url} alt="" placeholder={photo.placeholder} />
    </span>
  )
}

function RearrangeTile(props: RearrangeTileProps) {
  const { item, index, isHeld, keyboard, onDrop, onAskPosition } = props
  const { ref, isDragged, side } = useDragOrder<HTMLDivElement>({ id: item.id, index, axis: 'row', onDrop })
  const name = itemName(item)
  return (
    <div
      ref={ref}
      data-side={side}
      className={classNames(styles['tile'], isDragged && styles['dragged'], isHeld && styles['held'])}
    >
      <button
        type="button"
        data-photo={item.id}
        aria-pressed={isHeld}
        aria-label={`${name}, position ${index + 1}`}
        aria-describedby="rearrange-help"
        className={styles['grip']}
        onKeyDown={event => handleTileKey(event, props)}
        onBlur={() => isHeld && keyboard.drop(item)}
      >
        <TileContent item={item} />
      </button>
      <span aria-hidden className={styles['number']}>
        {index + 1}
      </span>
      <IconButton
        name={`Move ${name} to position…`}
        appearance="photo"
        size="small"
        className={styles['move']}
        onClick={onAskPosition}
      >
        <ListOrdered aria-hidden />
      </IconButton>
    </div>
  )
}

type PositionDialogProps = {
  name: string
  position: number
  total: number
  onMove: (newIndex: number) => void
  onClose: () => void
}

/** Asks for the new position of an item as a number, for long distances and for users who cannot drag. */
function PositionDialog({ name, position, total, onMove, onClose }: PositionDialogProps) {
  const [text, setText] = useState(String(position + 1))
  const newIndex = parsePosition(text, total)
  const move = () => {
    if (newIndex !== null) onMove(newIndex)
    return Promise.resolve(null)
  }
  return (
    <FormDialog title="Move to position" submit="Move" isReady={newIndex !== null} onSubmit={move} onClose={onClose}>
      <TextField
        label={`New position of ${name}`}
        hint={`1 to ${total}`}
        type="number"
        inputMode="numeric"
        min={1}
        max={total}
        data-autofocus
        value={text}
        onFocus={event => event.target.select()}
        onChange={event => setText(event.target.value)}
      />
    </FormDialog>
  )
}

const idsOf = (items: readonly OrderItem[]) => items.map(item => item.id)

type KeyboardMoveOptions = {
  items: readonly OrderItem[]
  root: RefObject<HTMLElement | null>
  announce: (message: string) => void
  onMove: (order: string[]) => void
}

/**
 * Moves items with the keyboard. While an item is held, it moves only on screen; the order is saved when the item is
 * dropped.
 */
function useKeyboardMoves({ items, root, announce, onMove }: KeyboardMoveOptions) {
  const [held, setHeld] = useState<{ id: string; order: readonly string[] } | null>(null)
  const shownItems = useMemo(() => (held ? applyOrder(items, held.order) : items), [items, held])
  const heldId = held?.id ?? null
  const heldIndex = shownItems.findIndex(item => item.id === heldId)
  useEffect(() => {
    // Moving an element in the document removes its focus, so the held item is focused again.
    if (heldId) root.current?.querySelector<HTMLElement>(`[data-photo="${CSS.escape(heldId)}"]`)?.focus()
  }, [heldId, heldIndex, root])

  const announceMove = (item: OrderItem, verb: string, index: number) =>
    announce(`${itemName(item)} ${verb} position ${index + 1} of ${shownItems.length}`)
  const keyboard: KeyboardMoves = {
    grab: item => {
      setHeld({ id: item.id, order: idsOf(shownItems) })
      announceMove(item, 'picked up,', shownItems.indexOf(item))
    },
    step: (item, positions) => {
      const newIndex = Math.max(0, Math.min(heldIndex + positions, shownItems.length - 1))
      setHeld({ id: item.id, order: moveItem(idsOf(shownItems), heldIndex, newIndex) })
      announceMove(item, 'moved to', newIndex)
    },
    drop: item => {
      announceMove(item, 'dropped at', heldIndex)
      if (held && items[heldIndex]?.id !== item.id) onMove([...held.order])
      setHeld(null)
    },
    cancel: item => {
      setHeld(null)
      announceMove(
        item,
        'returned to',
        items.findIndex(({ id }) => id === item.id),
      )
    },
  }
  return { shownItems, heldId, keyboard, announceMove }
}

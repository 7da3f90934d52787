import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { ListOrdered } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import { itemName, type Item } from './items.ts'
import styles from './rearrange.module.css'

type Side = 'before' | 'after'
type Drop = (id: string, to: number) => void

const sideOf = (element: Element, x: number): Side => {
  const { left, width } = element.getBoundingClientRect()
  return x < left + width / 2 ? 'before' : 'after'
}

/** Dropping before or after a photo: taking the dragged one out first moves everything behind it by one. */
export const targetIndex = (from: number, over: number, side: Side) => {
  const gap = side === 'before' ? over : over + 1
  return from < gap ? gap - 1 : gap
}

function useTileDrag({ id: itemId }: Item, index: number, onDrop: Drop) {
  const ref = useRef<HTMLDivElement>(null)
  const [isDragged, setIsDragged] = useState(false)
  const [side, setSide] = useState<Side | null>(null)
  const latest = useRef({ index, onDrop })
  useEffect(() => {
    latest.current = { index, onDrop }
  })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    return combine(
      draggable({
        element,
        getInitialData: () => ({ id: itemId, index: latest.current.index }),
        onDragStart: () => setIsDragged(true),
        onDrop: () => setIsDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['id'] !== itemId,
        onDrag: ({ location }) => setSide(sideOf(element, location.current.input.clientX)),
        onDragLeave: () => setSide(null),
        onDrop: ({ source, location }) => {
          setSide(null)
          const { id, index: from } = source.data as { id: string; index: number }
          latest.current.onDrop(
            id,
            targetIndex(from, latest.current.index, sideOf(element, location.current.input.clientX)),
          )
        },
      }),
    )
  }, [itemId])
  return { ref, isDragged, side }
}

export type KeyboardMoves = {
  grab: (item: Item) => void
  step: (item: Item, by: number) => void
  drop: (item: Item) => void
  cancel: (item: Item) => void
}

type Props = {
  item: Item
  index: number
  perRow: number
  isHeld: boolean
  keyboard: KeyboardMoves
  onDrop: Drop
  onAskPosition: () => void
}

function onTileKey(event: KeyboardEvent, { item, isHeld, perRow, keyboard }: Props) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -perRow, ArrowDown: perRow }[event.key]
  if (event.key === ' ' || event.key === 'Enter') (isHeld ? keyboard.drop : keyboard.grab)(item)
  else if (isHeld && event.key === 'Escape') keyboard.cancel(item)
  else if (isHeld && step) keyboard.step(item, step)
  else return
  event.preventDefault()
}

/** A photo as it is; a heading as its words. */
function Face({ item: { photo, heading } }: { item: Item }) {
  if (!photo)
    return (
      <span className={styles['heading']}>
        <span className={styles['kind']}>Section</span>
        {heading}
      </span>
    )
  const ratio = (photo.width ?? 3) / (photo.height ?? 2)
  return (
    <span className={styles['photo']} style={{ aspectRatio: String(ratio), [ratio > 1 ? 'width' : 'height']: '100%' }}>
      <Picture src={photo.thumbnail_url} alt="" placeholder={photo.placeholder} />
    </span>
  )
}

export function RearrangeTile(props: Props) {
  const { item, index, isHeld, keyboard, onDrop, onAskPosition } = props
  const { ref, isDragged, side } = useTileDrag(item, index, onDrop)
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
        onKeyDown={event => onTileKey(event, props)}
        onBlur={() => isHeld && keyboard.drop(item)}
      >
        <Face item={item} />
      </button>
      <span aria-hidden className={styles['number']}>
        {index + 1}
      </span>
      <IconButton
        name={`Move ${name} to position…`}
        look="photo"
        size="small"
        className={styles['move']}
        onClick={onAskPosition}
      >
        <ListOrdered aria-hidden />
      </IconButton>
    </div>
  )
}

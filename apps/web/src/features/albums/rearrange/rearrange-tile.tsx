import { ListOrdered } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useDragOrder } from '../../../lib/hooks/use-drag-order.ts'
import { classNames } from '../../../ui/class-names.ts'
import { tileRatio } from '../../../domain/photos/photo.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import { itemName, type Item } from './items.ts'
import styles from './rearrange.module.css'

type Drop = (id: string, to: number) => void

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

/** A photo, or the text of a heading. */
function Face({ item: { photo, heading } }: { item: Item }) {
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

export function RearrangeTile(props: Props) {
  const { item, index, isHeld, keyboard, onDrop, onAskPosition } = props
  const { ref, isDragged, side } = useDragOrder<HTMLDivElement>({ id: item.id, index, along: 'row', onDrop })
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

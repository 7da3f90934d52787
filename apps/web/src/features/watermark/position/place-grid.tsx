import { positionAt, sharesOf, type WatermarkPosition } from '@daymark/contracts'
import { useId } from 'react'
import styles from './place-grid.module.css'
import type { Place } from './use-placing.ts'

/** In reading order. */
const PLACES: [place: WatermarkPosition, name: string][] = [
  ['top-left', 'Top left'],
  ['top', 'Top'],
  ['top-right', 'Top right'],
  ['left', 'Left'],
  ['center', 'Middle'],
  ['right', 'Right'],
  ['bottom-left', 'Bottom left'],
  ['bottom', 'Bottom'],
  ['bottom-right', 'Bottom right'],
]

type Props = { legend: string; place: Place; onPlace: (place: Place) => void }

/** The nine most common positions as buttons. */
export function PlaceGrid({ legend, place, onPlace }: Props) {
  const name = useId()
  const chosen = positionAt(place.x, place.y)
  return (
    <fieldset className={styles['grid']}>
      <legend className="visually-hidden">{legend}</legend>
      {PLACES.map(([position, label]) => (
        <label key={position} title={label} className={styles['spot']}>
          <input
            type="radio"
            name={name}
            aria-label={label}
            className="visually-hidden"
            checked={position === chosen}
            onChange={() => onPlace(sharesOf(position) ?? place)}
          />
        </label>
      ))}
    </fieldset>
  )
}

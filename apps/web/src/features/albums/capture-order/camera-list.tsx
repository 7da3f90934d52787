import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { formatPhotoCount } from '../../../domain/photos/photo.ts'
import { Select, TextField } from '../../../ui/fields/text-field.tsx'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import {
  type ClockError,
  CORRECT_CLOCK,
  formatSpan,
  unitsToMs,
  type ClockErrorUnits,
  splitClockError,
  formatUtcOffset,
} from './clock.ts'
import styles from './capture-order.module.css'
import type { Camera, ClockErrorByCamera } from './timeline.ts'

type CameraListProps = {
  album: AlbumWithPhotos
  cameras: readonly Camera[]
  /** The most frequent UTC offset of the album, such as +02:00. Null: unknown. */
  usualOffset: string | null
  clockErrors: ClockErrorByCamera
  onClockErrorChange: (cameraId: string, clockError: ClockError) => void
}

const CLOCK_UNITS: { name: keyof ClockErrorUnits; label: string; max: number; step: number }[] = [
  { name: 'hours', label: 'Hours', max: 878_400, step: 1 },
  { name: 'minutes', label: 'Minutes', max: 59, step: 1 },
  { name: 'seconds', label: 'Seconds', max: 59.999, step: 0.001 },
]

/** The fields for a clock error: its direction, and its size unless the clock was correct. */
function ClockField({
  camera,
  clockError,
  onChange,
}: {
  camera: Camera
  clockError: ClockError
  onChange: (clockError: ClockError) => void
}) {
  const units = splitClockError(clockError)
  const changeUnit = (name: keyof ClockErrorUnits, value: number) =>
    onChange({ ...clockError, ms: unitsToMs({ ...units, [name]: Number.isFinite(value) ? Math.max(0, value) : 0 }) })
  return (
    <fieldset className={styles['clock']}>
      <legend className="visually-hidden">Clock of {camera.label}</legend>
      <Select
        label={`Clock of ${camera.label}`}
        hideLabel
        className={styles['clock-direction']}
        value={clockError.direction}
        onChange={event => onChange({ ...clockError, direction: event.target.value as ClockError['direction'] })}
      >
        <option value="correct">Clock was correct</option>
        <option value="behind">Clock was behind by</option>
        <option value="ahead">Clock was ahead by</option>
      </Select>
      {clockError.direction !== 'correct' &&
        CLOCK_UNITS.map(({ name, label, max, step }) => (
          <TextField
            key={name}
            label={label}
            type="number"
            inputMode="decimal"
            min={0}
            max={max}
            step={step}
            className={styles['unit']}
            value={units[name]}
            onChange={event => changeUnit(name, event.target.valueAsNumber)}
          />
        ))}
    </fieldset>
  )
}

/** The cameras of the album, with details that help to recognize each camera, and the fields for its clock error. */
export function CameraList({ album, cameras, usualOffset, clockErrors, onClockErrorChange }: CameraListProps) {
  const photos = new Map(album.images.map(photo => [photo.id, photo]))
  const describeZone = ({ usual_offset: offset }: Camera) =>
    offset === null ? `no time zone, treated as ${formatUtcOffset(usualOffset ?? '+00:00')}` : formatUtcOffset(offset)
  return (
    <ul aria-label="Cameras" className="stack">
      {cameras.map(camera => (
        <li key={camera.id} className={styles['camera']}>
          <span aria-hidden className={styles['pictures']}>
            {camera.image_ids.map(id => {
              const photo = photos.get(id)
              return (
                <span key={id} className={styles['picture']}>
                  {photo && <Picture src={photo.thumbnail_url} alt="" placeholder={photo.placeholder} />}
                </span>
              )
            })}
          </span>
          <div className={styles['details']}>
            <p className={styles['name']}>
              <span aria-hidden className={styles['letter']}>
                {camera.letter}
              </span>
              {camera.name ?? 'Unknown camera'}
              {camera.serial_end && <span className={styles['note']}>serial …{camera.serial_end}</span>}
            </p>
            <p className={styles['note']}>
              {formatPhotoCount(camera.image_count)} · {formatSpan(camera.first, camera.last)} · {describeZone(camera)}
            </p>
          </div>
          <ClockField
            camera={camera}
            clockError={clockErrors[camera.id] ?? CORRECT_CLOCK}
            onChange={clockError => onClockErrorChange(camera.id, clockError)}
          />
        </li>
      ))}
    </ul>
  )
}

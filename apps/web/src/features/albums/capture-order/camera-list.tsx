import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { formatPhotoCount } from '../../../domain/photos/photo.ts'
import { Select, TextField } from '../../../ui/fields/text-field.tsx'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import { type ClockError, formatSpan, unitsToMs, type ClockErrorUnits, splitClockError, formatZone } from './clock.ts'
import styles from './capture-order.module.css'
import type { Camera, ClockErrorByCamera } from './timeline.ts'

type CameraListProps = {
  album: AlbumWithPhotos
  cameras: readonly Camera[]
  usualOffset: string | null
  clocks: ClockErrorByCamera
  onClock: (cameraId: string, clock: ClockError) => void
}

const CLOCK_UNITS: { name: keyof ClockErrorUnits; label: string; max: number; step: number }[] = [
  { name: 'hours', label: 'Hours', max: 878_400, step: 1 },
  { name: 'minutes', label: 'Minutes', max: 59, step: 1 },
  { name: 'seconds', label: 'Seconds', max: 59.999, step: 0.001 },
]

/** The fields for a clock error: its direction, and its size unless the clock was correct. */
function ClockField({
  camera,
  clock,
  onClock,
}: {
  camera: Camera
  clock: ClockError
  onClock: (clock: ClockError) => void
}) {
  const units = splitClockError(clock)
  const change = (name: keyof ClockErrorUnits, value: number) =>
    onClock({ ...clock, ms: unitsToMs({ ...units, [name]: Number.isFinite(value) ? Math.max(0, value) : 0 }) })
  return (
    <fieldset className={styles['clock']}>
      <legend className="visually-hidden">Clock of {camera.label}</legend>
      <Select
        label={`Clock of ${camera.label}`}
        hideLabel
        className={styles['clock-direction']}
        value={clock.direction}
        onChange={event => onClock({ ...clock, direction: event.target.value as ClockError['direction'] })}
      >
        <option value="correct">Clock was correct</option>
        <option value="behind">Clock was behind by</option>
        <option value="ahead">Clock was ahead by</option>
      </Select>
      {clock.direction !== 'correct' &&
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
            onChange={event => change(name, event.target.valueAsNumber)}
          />
        ))}
    </fieldset>
  )
}

/** The cameras of the album, with details that help to recognize each, and the correction of its clock. */
export function CameraList({ album, cameras, usualOffset, clocks, onClock }: CameraListProps) {
  const photos = new Map(album.images.map(photo => [photo.id, photo]))
  const describeZone = ({ usual_offset: offset }: Camera) =>
    offset === null ? `no time zone, treated as ${formatZone(usualOffset ?? '+00:00')}` : formatZone(offset)
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
            clock={clocks[camera.id] ?? { direction: 'correct', ms: 0 }}
            onClock={clock => onClock(camera.id, clock)}
          />
        </li>
      ))}
    </ul>
  )
}

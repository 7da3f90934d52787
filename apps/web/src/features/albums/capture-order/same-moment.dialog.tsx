import { useId, useState } from 'react'
import { photoName, type Photo } from '../../../domain/photos/photo.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/fields/text-field.tsx'
import { Slider } from '../../../ui/fields/slider.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { type Clock, clockWords, formatTaken } from './clock.ts'
import styles from './capture-order.module.css'
import { type Camera, type ClockByCamera, clockDifference, photosOfCamera } from './timeline.ts'

const PAGE = 12

type SideProps = {
  legend: string
  album: AlbumWithPhotos
  cameras: readonly Camera[]
  camera: Camera
  chosen: Photo | null
  onCamera: (id: string) => void
  onChoose: (photo: Photo) => void
}

/** Some photos of one camera, starting at the position of the slider. */
function Side({ legend, album, cameras, camera, chosen, onCamera, onChoose }: SideProps) {
  const name = useId()
  const [start, setStart] = useState(0)
  const taken = photosOfCamera(album, camera.id)
  const last = Math.max(0, taken.length - PAGE)
  const from = Math.min(start, last)
  return (
    <fieldset className={styles['side']}>
      <legend className={styles['heading']}>{legend}</legend>
      <Select label={`Camera: ${legend}`} hideLabel value={camera.id} onChange={event => onCamera(event.target.value)}>
        {cameras.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Select>
      {last > 0 && (
        <Slider
          label="From"
          min={0}
          max={last}
          step={1}
          value={from}
          format={at => formatTaken(taken[at]?.capture?.time ?? '')}
          onChange={setStart}
        />
      )}
      <div className={styles['choices']}>
        {taken.slice(from, from + PAGE).map(photo => (
          <label key={photo.id} className={styles['choice']} title={photoName(photo)}>
            <input
              type="radio"
              name={name}
              aria-label={`${photoName(photo)}, ${formatTaken(photo.capture?.time ?? '')}`}
              checked={photo.id === chosen?.id}
              onChange={() => onChoose(photo)}
            />
            <Picture src={photo.thumbnail_url} alt="" placeholder={photo.placeholder} />
          </label>
        ))}
      </div>
      <p className={styles['note']}>{chosen?.capture ? formatTaken(chosen.capture.time) : 'Choose a photo.'}</p>
    </fieldset>
  )
}

type Props = {
  album: AlbumWithPhotos
  cameras: readonly Camera[]
  clocks: ClockByCamera
  onFound: (cameraId: string, clock: Clock) => void
  onClose: () => void
}

/** Two photos of the same moment from two cameras, from which the clock difference is calculated. */
export function SameMomentDialog({ album, cameras, clocks, onFound, onClose }: Props) {
  const [ids, setIds] = useState({ right: cameras[0]?.id ?? '', other: cameras[1]?.id ?? '' })
  const [photos, setPhotos] = useState<{ right: Photo | null; other: Photo | null }>({ right: null, other: null })
  const cameraOf = (id: string) => cameras.find(camera => camera.id === id) as Camera
  const { right, other } = photos
  const found = right && other && ids.right !== ids.other ? clockDifference(album, clocks, { right, other }) : null
  const side = (which: 'right' | 'other', legend: string) => (
    <Side
      {...{ album, cameras, legend }}
      camera={cameraOf(ids[which])}
      chosen={photos[which]}
      onCamera={id => {
        setIds({ ...ids, [which]: id })
        setPhotos({ ...photos, [which]: null })
      }}
      onChoose={photo => setPhotos({ ...photos, [which]: photo })}
    />
  )
  const actions = (
    <>
      <p role="status" className={styles['found']}>
        {found && `The clock of ${cameraOf(ids.other).label} was ${clockWords(found)}.`}
        {ids.right === ids.other && 'Choose two cameras.'}
      </p>
      <Button onClick={onClose}>Back</Button>
      <Button look="primary" disabled={!found} onClick={() => found && onFound(ids.other, found)}>
        Use This Correction
      </Button>
    </>
  )
  return (
    <Modal title="Same moment" size="wide" onClose={onClose} actions={actions}>
      <div className={styles['dialog']}>
        <p className={styles['note']}>
          Choose two photos of the same moment, for example the kiss. The second camera’s clock is corrected to match
          the first.
        </p>
        <div className={styles['sides']}>
          {side('right', 'Camera with the correct time')}
          {side('other', 'Camera to correct')}
        </div>
      </div>
    </Modal>
  )
}

import { useId, useState } from 'react'
import { photoName, type Photo } from '../../../domain/photos/photo.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/fields/text-field.tsx'
import { Slider } from '../../../ui/fields/slider.tsx'
import { Modal } from '../../../ui/overlay/modal.tsx'
import { Picture } from '../../../widgets/masonry/picture.tsx'
import type { AlbumWithPhotos } from '../../../domain/albums/albums.queries.ts'
import { type ClockError, formatClockError, formatCameraTime } from './clock.ts'
import styles from './capture-order.module.css'
import { type Camera, type ClockErrorByCamera, compareClocks, photosOfCamera } from './timeline.ts'

const PHOTOS_PER_PAGE = 12

type PhotoChoiceProps = {
  legend: string
  album: AlbumWithPhotos
  cameras: readonly Camera[]
  camera: Camera
  chosen: Photo | null
  onCamera: (id: string) => void
  onChoose: (photo: Photo) => void
}

/** Lets the user choose a camera and one of its photos. A slider moves through the photos of the camera. */
function PhotoChoice({ legend, album, cameras, camera, chosen, onCamera, onChoose }: PhotoChoiceProps) {
  const name = useId()
  const [start, setStart] = useState(0)
  const photos = photosOfCamera(album, camera.id)
  const lastStart = Math.max(0, photos.length - PHOTOS_PER_PAGE)
  const from = Math.min(start, lastStart)
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
      {lastStart > 0 && (
        <Slider
          label="From"
          min={0}
          max={lastStart}
          step={1}
          value={from}
          format={at => formatCameraTime(photos[at]?.capture?.time ?? '')}
          onChange={setStart}
        />
      )}
      <div className={styles['choices']}>
        {photos.slice(from, from + PHOTOS_PER_PAGE).map(photo => (
          <label key={photo.id} className={styles['choice']} title={photoName(photo)}>
            <input
              type="radio"
              name={name}
              aria-label={`${photoName(photo)}, ${formatCameraTime(photo.capture?.time ?? '')}`}
              checked={photo.id === chosen?.id}
              onChange={() => onChoose(photo)}
            />
            <Picture src={photo.thumbnail_url} alt="" placeholder={photo.placeholder} />
          </label>
        ))}
      </div>
      <p className={styles['note']}>{chosen?.capture ? formatCameraTime(chosen.capture.time) : 'Choose a photo.'}</p>
    </fieldset>
  )
}

type SameMomentProps = {
  album: AlbumWithPhotos
  cameras: readonly Camera[]
  clocks: ClockErrorByCamera
  onFound: (cameraId: string, clock: ClockError) => void
  onClose: () => void
}

/** Calculates the clock error of a camera from two photos of the same moment. */
export function SameMomentDialog({ album, cameras, clocks, onFound, onClose }: SameMomentProps) {
  const [ids, setIds] = useState({ right: cameras[0]?.id ?? '', other: cameras[1]?.id ?? '' })
  const [photos, setPhotos] = useState<{ right: Photo | null; other: Photo | null }>({ right: null, other: null })
  const cameraOf = (id: string) => cameras.find(camera => camera.id === id) as Camera
  const { right, other } = photos
  const clockError = right && other && ids.right !== ids.other ? compareClocks(album, clocks, { right, other }) : null
  const renderChoice = (which: 'right' | 'other', legend: string) => (
    <PhotoChoice
      album={album}
      cameras={cameras}
      legend={legend}
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
        {clockError && `The clock of ${cameraOf(ids.other).label} was ${formatClockError(clockError)}.`}
        {ids.right === ids.other && 'Choose two cameras.'}
      </p>
      <Button onClick={onClose}>Back</Button>
      <Button look="primary" disabled={!clockError} onClick={() => clockError && onFound(ids.other, clockError)}>
        Use This Correction
      </Button>
    </>
  )
  return (
    <Modal title="Same moment" size="wide" onClose={onClose} actions={actions}>
      <div className={styles['dialog']}>
        <p className={styles['note']}>
          Choose two photos of the same moment, for example, the kiss. The second camera’s clock is corrected to match
          the first.
        </p>
        <div className={styles['sides']}>
          {renderChoice('right', 'Camera with the correct time')}
          {renderChoice('other', 'Camera to correct')}
        </div>
      </div>
    </Modal>
  )
}

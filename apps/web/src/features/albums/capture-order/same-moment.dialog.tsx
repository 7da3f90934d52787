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
import { type Camera, type ClockErrorByCamera, calculateClockError, photosOfCamera } from './timeline.ts'

const PHOTOS_PER_PAGE = 12

type PhotoChoiceProps = {
  legend: string
  album: AlbumWithPhotos
  cameras: readonly Camera[]
  camera: Camera
  selected: Photo | null
  onCamera: (id: string) => void
  onChoose: (photo: Photo) => void
}

/** Lets the user choose a camera and one of its photos. A slider moves through the photos of the camera. */
function PhotoChoice({ legend, album, cameras, camera, selected, onCamera, onChoose }: PhotoChoiceProps) {
  const name = useId()
  const [startIndex, setStartIndex] = useState(0)
  const photos = photosOfCamera(album, camera.id)
  const lastStartIndex = Math.max(0, photos.length - PHOTOS_PER_PAGE)
  const firstIndex = Math.min(startIndex, lastStartIndex)
  return (
    <fieldset className={styles['side']}>
      <legend className={styles['heading']}>{legend}</legend>
      <Select
        label={`Camera: ${legend}`}
        hideLabel
        value={camera.id}
        onChange={event => onCamera(event.target.value)}
        options={cameras.map(({ id, label }) => [id, label])}
      />
      {lastStartIndex > 0 && (
        <Slider
          label="Show photos from"
          min={0}
          max={lastStartIndex}
          step={1}
          value={firstIndex}
          format={index => formatCameraTime(photos[index]?.capture?.time ?? '')}
          onChange={setStartIndex}
        />
      )}
      <div className={styles['choices']}>
        {photos.slice(firstIndex, firstIndex + PHOTOS_PER_PAGE).map(photo => (
          <label key={photo.id} className={styles['choice']} title={photoName(photo)}>
            <input
              type="radio"
              name={name}
              aria-label={`${photoName(photo)}, ${formatCameraTime(photo.capture?.time ?? '')}`}
              checked={photo.id === selected?.id}
              onChange={() => onChoose(photo)}
            />
            <Picture src={photo.thumbnail_url} alt="" placeholder={photo.placeholder} />
          </label>
        ))}
      </div>
      <p className={styles['note']}>
        {selected?.capture ? formatCameraTime(selected.capture.time) : 'Choose a photo.'}
      </p>
    </fieldset>
  )
}

type SameMomentProps = {
  album: AlbumWithPhotos
  cameras: readonly Camera[]
  clockErrors: ClockErrorByCamera
  onCalculated: (cameraId: string, clockError: ClockError) => void
  onClose: () => void
}

/** Calculates the clock error of a camera from two photos of the same moment. */
export function SameMomentDialog({ album, cameras, clockErrors, onCalculated, onClose }: SameMomentProps) {
  const [ids, setIds] = useState({ reference: cameras[0]?.id ?? '', incorrect: cameras[1]?.id ?? '' })
  const [photos, setPhotos] = useState<{ reference: Photo | null; incorrect: Photo | null }>({
    reference: null,
    incorrect: null,
  })
  const cameraOf = (id: string) => cameras.find(camera => camera.id === id) as Camera
  const { reference, incorrect } = photos
  const clockError =
    reference && incorrect && ids.reference !== ids.incorrect
      ? calculateClockError(album, clockErrors, { reference, incorrect })
      : null
  const renderChoice = (role: 'reference' | 'incorrect', legend: string) => (
    <PhotoChoice
      album={album}
      cameras={cameras}
      legend={legend}
      camera={cameraOf(ids[role])}
      selected={photos[role]}
      onCamera={id => {
        setIds({ ...ids, [role]: id })
        setPhotos({ ...photos, [role]: null })
      }}
      onChoose={photo => setPhotos({ ...photos, [role]: photo })}
    />
  )
  const actions = (
    <>
      <p role="status" className={styles['result']}>
        {clockError && `The clock of ${cameraOf(ids.incorrect).label} was ${formatClockError(clockError)}.`}
        {ids.reference === ids.incorrect && 'Choose two cameras.'}
      </p>
      <Button onClick={onClose}>Back</Button>
      <Button
        appearance="primary"
        disabled={!clockError}
        onClick={() => clockError && onCalculated(ids.incorrect, clockError)}
      >
        Use This Correction
      </Button>
    </>
  )
  return (
    <Modal title="Same moment" size="wide" onClose={onClose} actions={actions}>
      <div className="stack-4 shrinkable">
        <p className={styles['note']}>
          Choose two photos of the same moment, for example the kiss. The second camera’s clock is corrected to match
          the first.
        </p>
        <div className={styles['sides']}>
          {renderChoice('reference', 'Camera with the correct time')}
          {renderChoice('incorrect', 'Camera to correct')}
        </div>
      </div>
    </Modal>
  )
}

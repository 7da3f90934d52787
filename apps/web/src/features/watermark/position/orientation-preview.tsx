import { WATERMARK_RANGES, type http } from '@daymark/contracts'
import { Crosshair, Images } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Slider } from '../../../ui/fields/slider.tsx'
import { backdropFor, type BackdropChoice, type TestImage } from './backdrops.ts'
import { movedTo, placeIn, type ConfigChanges, type Orientation } from './config-changes.ts'
import styles from './orientation-preview.module.css'
import { PlaceGrid } from './place-grid.tsx'
import { samplePhotos } from './sample-photos.queries.ts'
import { WatermarkedPicture } from './watermarked-picture.tsx'

const TEXTS = {
  landscape: { title: 'Landscape', about: 'Also for square photos' },
  portrait: { title: 'Portrait', about: '' },
}
const percent = (value: number) => `${Math.round(value)} %`
const MIDDLE = { x: 50, y: 50 }

type Props = {
  orientation: Orientation
  config: http.WatermarkConfig
  logo: string
  choice: BackdropChoice
  testImage: TestImage | null
  onChange: (changes: ConfigChanges) => void
}

/** S-WM-04: the placement on photos of one orientation. */
export function OrientationPreview({ orientation, config, logo, choice, testImage, onChange }: Props) {
  const { title, about } = TEXTS[orientation]
  const { data } = useCached(samplePhotos(orientation))
  const [turn, setTurn] = useState(0)
  const photos = data?.images ?? []
  const place = placeIn(config, orientation)
  const onPlace = (next: typeof place) => onChange(movedTo(orientation, next))
  const backdrop = backdropFor(orientation, choice, { photo: photos[turn % photos.length], testImage })
  return (
    <section aria-label={title} className={styles['preview']}>
      <header className={styles['header']}>
        <h2 className={styles['title']}>{title}</h2>
        <p className={styles['about']}>{about}</p>
        <div className={styles['tools']}>
          {choice === 'photos' && photos.length > 1 && (
            <Button look="quiet" size="small" icon={<Images aria-hidden />} onClick={() => setTurn(turn + 1)}>
              Another Photo
            </Button>
          )}
          <Button size="small" icon={<Crosshair aria-hidden />} onClick={() => onPlace(MIDDLE)}>
            Center
          </Button>
        </div>
      </header>
      <WatermarkedPicture name={`${title} preview`} {...{ backdrop, logo, config, place, onPlace }} />
      <div className={styles['places']}>
        <PlaceGrid legend={`Place, ${title}`} place={place} onPlace={onPlace} />
        <div className={styles['sliders']}>
          <Slider
            label="X"
            value={place.x}
            {...WATERMARK_RANGES.position}
            step={1}
            format={percent}
            onChange={x => onPlace({ ...place, x })}
          />
          <Slider
            label="Y"
            value={place.y}
            {...WATERMARK_RANGES.position}
            step={1}
            format={percent}
            onChange={y => onPlace({ ...place, y })}
          />
        </div>
      </div>
      <p role="status" className="visually-hidden">
        {`${percent(place.x)} from the left, ${percent(place.y)} from the top`}
      </p>
    </section>
  )
}

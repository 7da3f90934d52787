import { WATERMARK_RANGES, type http } from '@daymark/contracts'
import { Crosshair, Images } from 'lucide-react'
import { useState } from 'react'
import { useCached } from '../../../domain/cache/use-cached.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Slider } from '../../../ui/fields/slider.tsx'
import { type BackdropChoice, backdropFor, type TestImage } from './backdrops.ts'
import { samplePhotosQuery } from '../watermark.api.ts'
import { type ConfigChanges, createPositionChanges, type Orientation, readPosition } from './config-changes.tsx'
import styles from './position.module.css'
import { PositionGrid, WatermarkedPicture } from './watermarked-picture.tsx'

const ORIENTATION_TEXTS = {
  landscape: { title: 'Landscape', description: 'Also for square photos' },
  portrait: { title: 'Portrait', description: '' },
}
const formatPercent = (value: number) => `${Math.round(value)} %`
const CENTER = { x: 50, y: 50 }

type OrientationPreviewProps = {
  orientation: Orientation
  config: http.WatermarkConfig
  logoUrl: string
  choice: BackdropChoice
  testImage: TestImage | null
  onChange: (changes: ConfigChanges) => void
}

/** S-WM-04: previews and sets the position of the watermark on photos of one orientation. */
export function OrientationPreview({
  orientation,
  config,
  logoUrl,
  choice,
  testImage,
  onChange,
}: OrientationPreviewProps) {
  const { title, description } = ORIENTATION_TEXTS[orientation]
  const { data } = useCached(samplePhotosQuery(orientation))
  const [photoIndex, setPhotoIndex] = useState(0)
  const photos = data?.images ?? []
  const position = readPosition(config, orientation)
  const onMove = (next: typeof position) => onChange(createPositionChanges(orientation, next))
  const backdrop = backdropFor(orientation, choice, { photo: photos[photoIndex % photos.length], testImage })
  return (
    <section aria-label={title} className={styles['preview']}>
      <header className={styles['header']}>
        <h2 className="text-3">{title}</h2>
        <p className="caption">{description}</p>
        <div className={styles['tools']}>
          {choice === 'photos' && photos.length > 1 && (
            <Button
              appearance="quiet"
              size="small"
              icon={<Images aria-hidden />}
              onClick={() => setPhotoIndex(photoIndex + 1)}
            >
              Another Photo
            </Button>
          )}
          <Button size="small" icon={<Crosshair aria-hidden />} onClick={() => onMove(CENTER)}>
            Center
          </Button>
        </div>
      </header>
      <WatermarkedPicture
        name={`${title} preview`}
        backdrop={backdrop}
        logoUrl={logoUrl}
        config={config}
        position={position}
        onMove={onMove}
      />
      <div className={styles['preset-positions']}>
        <PositionGrid legend={`Position, ${title}`} position={position} onMove={onMove} />
        <div className={styles['sliders']}>
          <Slider
            label="X"
            value={position.x}
            {...WATERMARK_RANGES.position}
            step={1}
            format={formatPercent}
            onChange={x => onMove({ ...position, x })}
          />
          <Slider
            label="Y"
            value={position.y}
            {...WATERMARK_RANGES.position}
            step={1}
            format={formatPercent}
            onChange={y => onMove({ ...position, y })}
          />
        </div>
      </div>
      <p role="status" className="visually-hidden">
        {`${formatPercent(position.x)} from the left, ${formatPercent(position.y)} from the top`}
      </p>
    </section>
  )
}

import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { placeholderUrl, whenDecoded } from '../masonry/picture.tsx'
import { wrapIndex } from './carousel-position.ts'
import styles from './stage.module.css'
import { useSwipe } from './use-swipe.ts'
import type { Viewer } from './use-viewer.ts'

/** What the stage needs to know of a photo; owner and visitor have different ones. */
export type StagePhoto = {
  id: string
  url: string
  smallUrl: string
  name: string
  width: number | null
  height: number | null
  placeholder: string | null
  /** Why there is no picture, in a sentence. */
  unavailable?: string | null
}

function Unavailable({ text }: { text: string }) {
  return (
    <div className={styles['unavailable']}>
      <ImageOff aria-hidden />
      <p>{text}</p>
    </div>
  )
}

/** As large as fits, never larger than it is; the small variant, usually here already, stands in until the large one is. */
function Slide({ photo }: { photo: StagePhoto }) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  const [width, height] = [photo.width ?? 1280, photo.height ?? 853]
  const box = { '--ratio': width / height, '--natural': `${width}px`, aspectRatio: `${width} / ${height}` }
  if (photo.unavailable) return <Unavailable text={photo.unavailable} />
  if (state === 'failed') return <Unavailable text="This picture could not be loaded." />
  const blurred = placeholderUrl(photo.placeholder)
  return (
    <div className={styles['picture']} style={{ ...box, backgroundImage: blurred ? `url(${blurred})` : undefined }}>
      {state === 'loading' && <img src={photo.smallUrl} alt="" draggable={false} />}
      <img
        src={photo.url}
        alt={photo.name}
        draggable={false}
        className={classNames(state === 'loading' && styles['coming'])}
        onLoad={event => void whenDecoded(event.currentTarget).then(() => setState('loaded'))}
        onError={() => setState('failed')}
      />
    </div>
  )
}

/** L-LB-06, S-PUB-08: the current photo with its neighbours at both sides, ready to be swiped in. */
export function Stage(props: { photos: readonly StagePhoto[]; viewer: Viewer<unknown>; onTap?: () => void }) {
  const { photos, viewer, onTap } = props
  const { dragged, handlers } = useSwipe(viewer.move, onTap)
  const offsets = photos.length > 1 ? [-1, 0, 1] : [0]
  return (
    <div className={classNames(styles['stage'], dragged !== null && styles['dragging'])} {...handlers}>
      {offsets.map(offset => {
        const photo = photos[wrapIndex(viewer.index + offset, photos.length)]
        if (!photo) return null
        const transform = `translateX(calc(${offset * 100}% + ${dragged ?? 0}px))`
        return (
          <div
            key={`${viewer.position + offset} ${photo.id}`}
            aria-hidden={offset !== 0}
            className={styles['slide']}
            style={{ transform }}
          >
            <Slide photo={photo} />
          </div>
        )
      })}
    </div>
  )
}

import { coverSources, type http, PHONE_MEDIA } from '@daymark/contracts'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { takeFirstPicture } from '../../lib/first-screen.ts'
import { FirstPicture, whenDecoded } from '../masonry/first-picture.tsx'
import { placeholderUrl } from '../masonry/placeholder.ts'
import styles from './gallery-head.module.css'

type Props = {
  title: string
  description: string
  count: number
  photographer: string | null
  layout: http.HeaderLayout
  /** Null: text only, regardless of the layout. */
  cover: Cover | null
  /** The element of the title, which is the heading of a gallery page. */
  as?: 'h1' | 'p'
  /** The height of the screen in a preview. */
  view?: string
  onCoverSettled?: (() => void) | undefined
  children?: ReactNode
}

/** S-PUB-02: the header of a gallery, in one of four layouts. The album's dialog uses it as a preview. */
export function GalleryHead(props: Props) {
  const { title, description, count, photographer, cover, as: Title = 'h1', view, onCoverSettled } = props
  const layout = cover ? props.layout : 'text'
  return (
    <div className={styles['head']} style={view ? ({ '--gallery-view': view } as CSSProperties) : undefined}>
      <header className={styles[layout]}>
        {cover && layout !== 'text' && (
          <div className={styles['picture']}>
            <CoverPicture cover={cover} layout={layout} onSettled={onCoverSettled} />
          </div>
        )}
        <div className={styles['words']}>
          <Title className={styles['title']}>{title}</Title>
          {description && <p className={styles['description']}>{description}</p>}
          <p className={styles['facts']}>
            <span>{count === 1 ? '1 photo' : `${count} photos`}</span>
            {photographer && <span>Photographs by {photographer}</span>}
          </p>
        </div>
      </header>
    </div>
  )
}

/** `url` is that of lg; `x` and `y`: the focal point, in percent. */
export type Cover = Pick<http.PublicImage, 'url' | 'width' | 'height' | 'placeholder'> & { x: number; y: number }

type CoverProps = { cover: Cover; layout: http.HeaderLayout; onSettled?: (() => void) | undefined }

/** The picture of the first screen if the page has one, else loaded with the highest priority of the page. */
function CoverPicture({ cover, layout, onSettled }: CoverProps) {
  const [first] = useState(() => takeFirstPicture(cover.url))
  if (first) return <FirstPicture picture={first} onSettled={onSettled} />
  return <LoadedCover {...{ cover, layout, onSettled }} />
}

/** Blurred at first, in the size that its space needs. */
function LoadedCover({ cover, layout, onSettled }: CoverProps) {
  const [isShown, setIsShown] = useState(false)
  const settle = () => {
    setIsShown(true)
    onSettled?.()
  }
  const blurred = isShown ? null : placeholderUrl(cover.placeholder)
  const { phone, ...sources } = coverSources(cover, layout)
  return (
    <picture>
      <source media={PHONE_MEDIA} srcSet={phone} />
      <img
        {...sources}
        src={cover.url}
        alt=""
        decoding="async"
        draggable={false}
        fetchPriority="high"
        className={styles['cover-picture']}
        style={{
          objectPosition: `${cover.x}% ${cover.y}%`,
          ...(blurred && { backgroundImage: `url(${blurred})`, backgroundPosition: `${cover.x}% ${cover.y}%` }),
        }}
        onLoad={event => void whenDecoded(event.currentTarget).then(settle)}
        onError={settle}
      />
    </picture>
  )
}

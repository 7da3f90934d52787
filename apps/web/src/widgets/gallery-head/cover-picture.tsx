import { coverSources, type http } from '@daymark/contracts'
import { useState } from 'react'
import { whenDecoded } from '../masonry/picture.tsx'
import { placeholderUrl } from '../masonry/placeholder.ts'
import styles from './cover-picture.module.css'

/** `url` is that of lg; `x` and `y`: the focal point, in percent. */
export type Cover = Pick<http.PublicImage, 'url' | 'width' | 'height' | 'placeholder'> & { x: number; y: number }

/** Blurred at first, in the size that its space needs; requested with the highest priority of the page. */
export function CoverPicture(props: { cover: Cover; layout: http.HeaderLayout; onSettled?: (() => void) | undefined }) {
  const { cover, layout, onSettled } = props
  const [isShown, setIsShown] = useState(false)
  const settle = () => {
    setIsShown(true)
    onSettled?.()
  }
  const blurred = isShown ? null : placeholderUrl(cover.placeholder)
  return (
    <img
      {...coverSources(cover, layout)}
      src={cover.url}
      alt=""
      decoding="async"
      draggable={false}
      fetchPriority="high"
      className={styles['picture']}
      style={{
        objectPosition: `${cover.x}% ${cover.y}%`,
        ...(blurred && { backgroundImage: `url(${blurred})`, backgroundPosition: `${cover.x}% ${cover.y}%` }),
      }}
      onLoad={event => void whenDecoded(event.currentTarget).then(settle)}
      onError={settle}
    />
  )
}

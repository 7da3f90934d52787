import type { http } from '@daymark/contracts'
import type { CSSProperties, ReactNode } from 'react'
import { CoverPicture, type Cover } from './cover-picture.tsx'
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
  onCoverSettled?: () => void
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

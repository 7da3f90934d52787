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
  /** Null: words alone, whatever the layout. */
  cover: Cover | null
  /** The title as it is on the page, where it is the heading. */
  as?: 'h1' | 'p'
  /** How high the screen is, where it is not the visitor's own. */
  view?: string
  onCoverSettled?: () => void
  children?: ReactNode
}

/** S-PUB-02: how a gallery begins, in one of four layouts. The album's dialog shows it as visitors will see it. */
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

import { useState, type ComponentProps } from 'react'
import { useSize } from '../../../lib/hooks/use-size.ts'
import { GalleryHead } from '../../../widgets/gallery-head/gallery-head.tsx'
import styles from './cover-preview.module.css'

type Head = Omit<ComponentProps<typeof GalleryHead>, 'as' | 'view' | 'children' | 'onCoverSettled'>

const screens = [
  { name: 'desktop', width: 1280, height: 800 },
  { name: 'phone', width: 390, height: 844 },
]

/** The gallery header on a desktop and on a phone, scaled down. */
export function CoverPreview(head: Head) {
  return (
    <div className={styles['screens']} role="img" aria-label="Preview on a desktop and on a phone">
      {screens.map(screen => (
        <Screen key={screen.name} {...screen} head={head} />
      ))}
    </div>
  )
}

function Screen({ width, height, head }: { width: number; height: number; head: Head }) {
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const size = useSize(element)
  return (
    <div
      ref={setElement}
      aria-hidden
      inert
      className={styles['screen']}
      style={{ aspectRatio: `${width} / ${height}`, flexGrow: width / height }}
    >
      <div className={styles['page']} style={{ width, height, scale: String(size.width / width) }}>
        <GalleryHead {...head} as="p" view={`${height}px`} />
      </div>
    </div>
  )
}

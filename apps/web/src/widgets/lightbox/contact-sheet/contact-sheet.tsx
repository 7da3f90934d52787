import { useEffect, useMemo, useRef, useState } from 'react'
import { useIsPhone } from '../../../lib/hooks/use-media-query.ts'
import { useSize } from '../../../lib/hooks/use-size.ts'
import { MasonryGrid } from '../../masonry/masonry-grid.tsx'
import type { ColumnRule } from '../../masonry/masonry-layout.ts'
import { Picture } from '../../masonry/picture.tsx'
import { tileRatio, variantFor, variantUrl } from '../../../domain/photos/photo.ts'
import styles from './contact-sheet.module.css'
import { sheetColumns } from './sheet-columns.ts'
import type { StagePhoto } from '../stage/stage-photo.ts'

const columns: ColumnRule = { gap: 8, minColumn: 176, maxColumns: 8 }
const phoneColumns: ColumnRule = { gap: 6, minColumn: 104, maxColumns: 5 }

/** L-LB-04, S-PUB-05: all photos at once, uncropped and in order, in cells of one size. */
export function ContactSheet(props: {
  photos: readonly StagePhoto[]
  current: number
  onOpen: (index: number) => void
}) {
  const { photos, current, onOpen } = props
  const isPhone = useIsPhone()
  const scroller = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<HTMLDivElement | null>(null)
  const sheet = sheetColumns(photos.length, useSize(room), isPhone ? phoneColumns : columns)
  const cells = useMemo(() => photos.map(({ id }) => ({ id, width: 1, height: 1 })), [photos])
  useEffect(() => {
    // The sheet opens at the current photo.
    const list = scroller.current?.querySelector('ul')
    if (!list || !scroller.current) return
    const share = current / Math.max(1, photos.length)
    scroller.current.scrollTop = share * list.clientHeight - scroller.current.clientHeight / 3
    // Only when it opens: later it is the person who scrolls.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <div ref={scroller} className={styles['scroller']}>
      <div ref={setRoom} className={styles['room']} />
      <div style={{ width: sheet.width }}>
        <MasonryGrid
          photos={cells}
          label="Contact sheet"
          columns={sheet.rule}
          margin={100}
          renderPhoto={(_, index, { columnWidth }) => {
            const photo = photos[index]
            if (!photo) return null
            const ratio = tileRatio(photo)
            const box = { width: columnWidth * Math.min(1, ratio), height: columnWidth / Math.max(1, ratio) }
            const size = variantFor(photo, box, window.devicePixelRatio)
            return (
              <button
                type="button"
                aria-label={`Open photo ${index + 1}: ${photo.name}`}
                aria-current={index === current ? 'true' : undefined}
                className={styles['cell']}
                onClick={() => onOpen(index)}
              >
                <span
                  className={styles['photo']}
                  style={{ aspectRatio: String(ratio), [ratio > 1 ? 'width' : 'height']: '100%' }}
                >
                  <Picture
                    src={variantUrl({ url: photo.url, thumbnail_url: photo.smallUrl }, size)}
                    alt=""
                    placeholder={photo.placeholder}
                  />
                </span>
              </button>
            )
          }}
        />
      </div>
    </div>
  )
}

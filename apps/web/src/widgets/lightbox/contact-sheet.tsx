import { useEffect, useMemo, useRef, useState } from 'react'
import { tileRatio, chooseVariant, variantUrl } from '../../domain/photos/photo.ts'
import { useIsPhone } from '../../lib/hooks/use-media-query.ts'
import { useSize } from '../../lib/hooks/use-size.ts'
import { MasonryGrid } from '../masonry/masonry-grid.tsx'
import type { ColumnRule } from '../masonry/masonry-layout.ts'
import { Picture } from '../masonry/picture.tsx'
import styles from './lightbox.module.css'
import type { StagePhoto } from './stage/slide.tsx'

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
            const size = chooseVariant(photo, box, window.devicePixelRatio)
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

type Size = { width: number; height: number }

/**
 * The cells of a contact sheet: few photos are as large as the window allows, many use the minimum size and scroll. Returns
 * the width of the sheet and its column rule.
 */
export function sheetColumns(count: number, { width, height }: Size, rule: ColumnRule) {
  const { gap, minColumn, maxColumns } = rule
  const most = Math.max(1, Math.min(maxColumns, Math.floor((width + gap) / (minColumn + gap))))
  const cellOf = (columns: number) => {
    const rows = Math.ceil(count / columns)
    return Math.min((width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows)
  }
  const best = Array.from({ length: most }, (_, n) => n + 1).reduce((a, b) => (cellOf(b) > cellOf(a) ? b : a))
  const cell = Math.floor(cellOf(best))
  if (cell < minColumn) return { width, rule }
  return { width: cell * best + gap * (best - 1), rule: { ...rule, minColumn: cell, maxColumns: best } }
}

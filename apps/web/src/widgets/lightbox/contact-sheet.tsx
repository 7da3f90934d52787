import { useEffect, useMemo, useRef, useState } from 'react'
import { tileRatio, chooseVariant, variantUrl } from '../../domain/photos/photo.ts'
import { useIsPhone, useSize } from '../../lib/hooks/use-size.ts'
import { MasonryGrid } from '../masonry/masonry-grid.tsx'
import type { ColumnRule } from '../masonry/masonry-layout.ts'
import { Picture } from '../masonry/picture.tsx'
import styles from './lightbox.module.css'
import type { StagePhoto } from './stage/slide.tsx'

const DESKTOP_COLUMNS: ColumnRule = { gap: 8, minColumn: 176, maxColumns: 8 }
const PHONE_COLUMNS: ColumnRule = { gap: 6, minColumn: 104, maxColumns: 5 }

/** L-LB-04, S-PUB-05: the contact sheet. It shows all photos uncropped and in order, in cells of one size. */
export function ContactSheet(props: {
  photos: readonly StagePhoto[]
  current: number
  onOpen: (index: number) => void
}) {
  const { photos, current, onOpen } = props
  const isPhone = useIsPhone()
  const scroller = useRef<HTMLDivElement>(null)
  const [availableArea, setAvailableArea] = useState<HTMLDivElement | null>(null)
  const sheet = layoutSheet(photos.length, useSize(availableArea), isPhone ? PHONE_COLUMNS : DESKTOP_COLUMNS)
  const cells = useMemo(() => photos.map(({ id }) => ({ id, width: 1, height: 1 })), [photos])
  useEffect(() => {
    // Scrolls to the current photo when the sheet opens.
    const list = scroller.current?.querySelector('ul')
    if (!list || !scroller.current) return
    const scrolledFraction = current / Math.max(1, photos.length)
    scroller.current.scrollTop = scrolledFraction * list.clientHeight - scroller.current.clientHeight / 3
    // Runs only once, because later changes of `current` must not move the scroll position of the user.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <div ref={scroller} className={styles['scroller']}>
      <div ref={setAvailableArea} className={styles['available-area']} />
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
 * Returns the width and the column rule of a contact sheet. Few photos fill the window; many photos have the minimum
 * size and scroll.
 */
export function layoutSheet(count: number, { width, height }: Size, rule: ColumnRule) {
  const { gap, minColumn, maxColumns } = rule
  const columnLimit = Math.max(1, Math.min(maxColumns, Math.floor((width + gap) / (minColumn + gap))))
  const cellSizeFor = (columns: number) => {
    const rows = Math.ceil(count / columns)
    return Math.min((width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows)
  }
  const bestColumns = Array.from({ length: columnLimit }, (_, n) => n + 1).reduce((a, b) =>
    cellSizeFor(b) > cellSizeFor(a) ? b : a,
  )
  const cellSize = Math.floor(cellSizeFor(bestColumns))
  if (cellSize < minColumn) return { width, rule }
  return {
    width: cellSize * bestColumns + gap * (bestColumns - 1),
    rule: { ...rule, minColumn: cellSize, maxColumns: bestColumns },
  }
}

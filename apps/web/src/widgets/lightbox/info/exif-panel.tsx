import { ExternalLink, GripHorizontal } from 'lucide-react'
import { exifSections, readExif, type ExifRow } from './exif-format.ts'
import styles from './exif-panel.module.css'
import { useDraggable } from '../stage/use-draggable.ts'

function Row({ label, value, mapUrl }: ExifRow) {
  return (
    <div className={styles['row']}>
      <dt>{label}</dt>
      <dd>
        {value}
        {mapUrl && (
          <a href={mapUrl} target="_blank" rel="noopener noreferrer" className={styles['map']}>
            View on Map
            <ExternalLink aria-hidden />
          </a>
        )}
      </dd>
    </div>
  )
}

/** L-LB-13: a panel over the stage that can be moved by its handle, also with the arrow keys. */
export function ExifPanel({ data }: { data: unknown }) {
  const { ref, style, handlers } = useDraggable()
  const sections = exifSections(readExif(data))
  return (
    <section ref={ref} aria-label="EXIF" className={styles['panel']} style={style}>
      <button
        type="button"
        aria-label="Move EXIF panel"
        title="Drag, or use the arrow keys"
        className={styles['handle']}
        {...handlers}
      >
        <GripHorizontal aria-hidden />
      </button>
      <div className={styles['body']}>
        {sections.length === 0 && <p className={styles['empty']}>No EXIF data available for this image.</p>}
        {sections.map(({ title, rows }) => (
          <div key={title} className={styles['section']}>
            <h3>{title}</h3>
            <dl>
              {rows.map(row => (
                <Row key={row.label} {...row} />
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  )
}

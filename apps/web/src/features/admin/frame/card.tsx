import { type ReactNode, useId, useRef } from 'react'
import { createDateFormat } from '../../../lib/format/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Skeleton, Skeletons } from '../../../ui/feedback/skeleton.tsx'
import styles from './frame.module.css'
import { type AdminRead, type Reading, useAdminRead, useInView } from './use-admin-read.ts'

type Props = { title: string; aside?: ReactNode; children: ReactNode; wide?: boolean | undefined }

/** One part of a tab with a title. `wide` uses the full width. */
export function Card({ title, aside, children, wide = false }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classNames(styles['card'], wide && styles['wide'])}>
      <div className={styles['top']}>
        <h2 id={id} className={styles['title']}>
          {title}
        </h2>
        {aside && <div className={styles['aside']}>{aside}</div>}
      </div>
      {children}
    </section>
  )
}

const time = createDateFormat({ timeStyle: 'short' })

/** The data, a placeholder while it loads, or the failure with a retry button. */
export function Read<T>(props: { reading: Reading<T>; title: string; children: (data: T) => ReactNode }) {
  const { reading, title, children } = props
  const { data, isFailed, readAt, readAgain } = reading
  const again = (
    <Button size="small" onClick={readAgain}>
      Try Again
    </Button>
  )
  if (data === undefined && !isFailed)
    return (
      <Skeletons label={`Loading: ${title}`} className={styles['waiting']}>
        <Skeleton className={styles['line']} />
        <Skeleton className={styles['line']} />
      </Skeletons>
    )
  return (
    <>
      {isFailed && (
        <div role="alert" className={styles['failed']}>
          <p>
            {data === undefined
              ? 'This could not be loaded.'
              : `Could not be refreshed. Last updated at ${time(new Date(readAt))}.`}
          </p>
          {again}
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  )
}

/** A card that loads its own data and refreshes it while it is in view. */
export function ReadCard<T>(props: {
  title: string
  read: AdminRead<T>
  everySeconds?: number
  aside?: (data: T) => ReactNode
  wide?: boolean
  children: (data: T) => ReactNode
}) {
  const { title, read, everySeconds, aside, wide, children } = props
  const place = useRef<HTMLDivElement>(null)
  const isInView = useInView(place)
  const reading = useAdminRead(read, isInView && everySeconds ? everySeconds : null)
  return (
    <Card title={title} wide={wide} aside={reading.data !== undefined && aside?.(reading.data)}>
      <div ref={place} className={styles['body']}>
        <Read reading={reading} title={title}>
          {children}
        </Read>
      </div>
    </Card>
  )
}

/** Messages of the server about missing data. */
export const Notes = ({ notes }: { notes: readonly string[] }) =>
  notes.length > 0 && (
    <ul role="status" className={styles['notes']}>
      {notes.map(note => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )

export type Tone = 'good' | 'caution' | 'warning' | 'plain'

/** A status in a word, repeated by the color of its dot. */
export const Chip = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classNames(styles['chip'], styles[tone])}>{children}</span>
)

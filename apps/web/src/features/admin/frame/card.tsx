import { type ReactNode, useId, useRef } from 'react'
import type { MemoryQuery } from '../../../domain/cache/use-cached.ts'
import { createDateFormat } from '../../../lib/format/dates.ts'
import { useInView } from '../../../lib/hooks/use-in-view.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Skeleton, Skeletons } from '../../../ui/feedback/skeleton.tsx'
import styles from './frame.module.css'
import { type AdminResult, useAdminQuery } from './use-admin-query.tsx'

type CardProps = { title: string; aside?: ReactNode; children: ReactNode; wide?: boolean | undefined }

/** A card with a title. A `wide` card fills the width of the page. */
export function Card({ title, aside, children, wide = false }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classNames('surface', styles['card'], wide && styles['wide'])}>
      <div className={styles['header']}>
        <h2 id={id} className="text-3">
          {title}
        </h2>
        {aside && <div className="wrap align-items-center">{aside}</div>}
      </div>
      {children}
    </section>
  )
}

const formatTime = createDateFormat({ timeStyle: 'short' })

/** Renders the data of a query, a placeholder while it is loading, or an error with a retry button. */
export function QueryContent<T>(props: { result: AdminResult<T>; title: string; children: (data: T) => ReactNode }) {
  const { result, title, children } = props
  const { data, isFailed, updatedAtMs, refetch } = result
  const retryButton = (
    <Button size="small" onClick={refetch}>
      Try Again
    </Button>
  )
  if (data === undefined && !isFailed)
    return (
      <Skeletons label={`Loading: ${title}`} className="stack-3">
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
              : `This could not be refreshed. Last updated at ${formatTime(new Date(updatedAtMs))}.`}
          </p>
          {retryButton}
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  )
}

/** A card that loads its data, and refreshes the data while the card is visible. */
export function QueryCard<T>(props: {
  title: string
  query: MemoryQuery<T>
  intervalSeconds?: number
  aside?: (data: T) => ReactNode
  wide?: boolean
  children: (data: T) => ReactNode
}) {
  const { title, query, intervalSeconds, aside, wide, children } = props
  const element = useRef<HTMLDivElement>(null)
  const isInView = useInView(element)
  const result = useAdminQuery(query, isInView && intervalSeconds ? intervalSeconds : null)
  return (
    <Card title={title} wide={wide} aside={result.data !== undefined && aside?.(result.data)}>
      <div ref={element} className="stack-3 shrinkable">
        <QueryContent result={result} title={title}>
          {children}
        </QueryContent>
      </div>
    </Card>
  )
}

/** Lists the server's notes about missing data. */
export const ServerNotes = ({ notes }: { notes: readonly string[] }) =>
  notes.length > 0 && (
    <ul role="status" className={styles['notes']}>
      {notes.map(note => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )

export type Tone = 'good' | 'caution' | 'warning' | 'plain'

/** A status as a word with a colored dot. */
export const StatusChip = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classNames(styles['status-chip'], styles[tone])}>{children}</span>
)

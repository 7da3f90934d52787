import type { http } from '@daymark/contracts'
import styles from './comments.module.css'

type Thread = Pick<http.CommentThread, 'id' | 'point' | 'resolved_at'> & {
  comments: readonly Pick<http.Comment, 'text'>[]
}
type Props = { threads: readonly Thread[]; currentThreadId: string | null; onChoose: (thread: string) => void }

export const toPositionStyle = ({ x, y }: http.CommentPoint) => ({ left: `${x * 100}%`, top: `${y * 100}%` })

/** The markers of comment threads on a picture. Their size does not change when the picture is zoomed. */
export function Markers({ threads, currentThreadId, onChoose }: Props) {
  const numbers = numberThreads(threads)
  return threads.map(
    ({ id, point, resolved_at, comments }) =>
      point && (
        <button
          key={id}
          type="button"
          className={styles['marker']}
          style={toPositionStyle(point)}
          aria-label={`Comment ${numbers.get(id)}: ${comments[0]?.text ?? ''}`}
          aria-pressed={id === currentThreadId}
          data-resolved={resolved_at !== null}
          // The event is stopped, because otherwise the stage would treat the press as the start of a swipe.
          onPointerDown={event => event.stopPropagation()}
          onClick={() => onChoose(id)}
        >
          {numbers.get(id)}
        </button>
      ),
  )
}

type ThreadWithPoint = { id: string; point: http.CommentPoint | null }

/** Numbers the threads that have a point on the picture, in order of creation. */
export function numberThreads<T extends ThreadWithPoint>(threads: readonly T[]): ReadonlyMap<string, number> {
  return new Map(threads.filter(({ point }) => point).map(({ id }, index) => [id, index + 1]))
}

import type { http } from '@daymark/contracts'
import { numberedThreads } from './numbered.ts'
import styles from './markers.module.css'

type Thread = Pick<http.CommentThread, 'id' | 'point' | 'resolved_at'> & {
  comments: readonly Pick<http.Comment, 'text'>[]
}
type Props = { threads: readonly Thread[]; current: string | null; onChoose: (thread: string) => void }

export const placeOf = ({ x, y }: http.CommentPoint) => ({ left: `${x * 100}%`, top: `${y * 100}%` })

/** The markers of the threads. They follow the picture at any scale and keep their own size. */
export function Markers({ threads, current, onChoose }: Props) {
  const numbers = numberedThreads(threads)
  return threads.map(
    ({ id, point, resolved_at, comments }) =>
      point && (
        <button
          key={id}
          type="button"
          className={styles['marker']}
          style={placeOf(point)}
          aria-label={`Comment ${numbers.get(id)}: ${comments[0]?.text ?? ''}`}
          aria-pressed={id === current}
          data-resolved={resolved_at !== null}
          // otherwise the stage below would treat the press as a swipe
          onPointerDown={event => event.stopPropagation()}
          onClick={() => onChoose(id)}
        >
          {numbers.get(id)}
        </button>
      ),
  )
}

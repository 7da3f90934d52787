import type { http } from '@daymark/contracts'
import { useEffect, useState } from 'react'
import { ApiError, messageOf } from '../../../lib/api.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { shownBrand } from '../brand/shown-brand.ts'
import styles from './studio.module.css'
import { type Frame, Studio } from './studio.tsx'
import { readStudioPage } from './studio.queries.ts'

type State = { page: http.PublicStudioPage } | { failure: string; mayRetry: boolean }

const failureOf = (reason: unknown): State => ({
  failure: messageOf(reason, 'The page could not be loaded.'),
  mayRetry: !(reason instanceof ApiError) || reason.status !== 404,
})

/** rule 158: the galleries that a studio lists. */
export function StudioPage({ mark, foot }: Frame) {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State | null>(null)
  useEffect(() => {
    let isCurrent = true
    void readStudioPage()
      .then((page): State => ({ page }), failureOf)
      .then(read => isCurrent && setState(read))
    return () => {
      isCurrent = false
    }
  }, [attempt])
  if (!state) return <Spinner label="Loading..." fill />
  if ('page' in state) return <Studio page={state.page} {...{ mark, foot }} />
  return <NotHere {...state} mark={mark} onRetry={() => setAttempt(count => count + 1)} />
}

type Missing = Extract<State, { failure: string }> & Pick<Frame, 'mark'> & { onRetry: () => void }

function NotHere({ failure, mayRetry, mark, onRetry }: Missing) {
  useTitle('Galleries', shownBrand()?.name)
  return (
    <main className={styles['alone']}>
      {mark}
      <h1>No galleries here</h1>
      <p>{failure}</p>
      {mayRetry && <Button onClick={onRetry}>Try Again</Button>}
    </main>
  )
}

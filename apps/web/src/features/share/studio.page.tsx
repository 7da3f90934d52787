import type { http } from '@daymark/contracts'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, messageOf } from '../../lib/api.ts'
import { useFirstScreen } from '../../lib/first-screen.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { shownBrand } from './brand/brand-mark.tsx'
import styles from './studio.module.css'
import { Studio } from './studio-view.tsx'
import { readStudioPage } from './studio.queries.ts'

type State = { page: http.PublicStudioPage } | { failure: string; mayRetry: boolean }

const failureOf = (reason: unknown): State => ({
  failure: messageOf(reason, 'The page could not be loaded.'),
  mayRetry: !(reason instanceof ApiError) || reason.status !== 404,
})

type Frame = { mark: ReactNode; foot: ReactNode }

/** rule 158: the galleries that a studio lists. `mark` and `foot` are shared with galleries and passed in by the caller. */
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
  useFirstScreen(!state)
  if (!state) return <Spinner label="Loading..." fill />
  if ('page' in state) return <StudioContent page={state.page} {...{ mark, foot }} />
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

function StudioContent({ page, mark, foot }: Frame & { page: http.PublicStudioPage }) {
  const brand = shownBrand()
  const { title } = page
  useEffect(() => {
    document.title = brand ? title : `${title} · Daymark`
  }, [brand, title])
  return <Studio {...{ page, brand, mark, foot }} />
}

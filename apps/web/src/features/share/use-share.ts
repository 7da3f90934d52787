import type { http } from '@daymark/contracts'
import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { readShare } from './share.queries.ts'

/** S-PUB-21, and the password question of a protected link. */
type ShareState =
  | { is: 'loading' }
  | { is: 'locked'; hint: string | null }
  | { is: 'unavailable'; message: string | null; mayRetry: boolean }
  | { is: 'open'; share: http.PublicShare }

function stateOfFailure(reason: unknown): ShareState {
  if (!(reason instanceof ApiError)) return { is: 'unavailable', message: null, mayRetry: true }
  if (reason.code === 'password_required') return { is: 'locked', hint: reason.answer?.hint ?? null }
  return { is: 'unavailable', message: reason.serverMessage, mayRetry: reason.status === 0 || reason.status >= 429 }
}

export function useShare(token: string): { state: ShareState; reload: () => void } {
  const [attempt, setAttempt] = useState(0)
  const question = `${token} ${attempt}`
  const [answered, setAnswered] = useState<{ question: string; state: ShareState } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void readShare(token)
      .then((share): ShareState => ({ is: 'open', share }), stateOfFailure)
      .then(state => isCurrent && setAnswered({ question, state }))
    return () => {
      isCurrent = false
    }
  }, [token, question])
  const state: ShareState = answered?.question === question ? answered.state : { is: 'loading' }
  return { state, reload: useCallback(() => setAttempt(count => count + 1), []) }
}

import type { http } from '@daymark/contracts'
import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { readUploadPage } from './guest.actions.ts'

export type GuestState =
  | { is: 'loading' }
  | { is: 'locked' }
  | { is: 'shut'; message: string | null; mayRetry: boolean }
  | { is: 'open'; page: http.UploadPage }

function stateOfFailure(reason: unknown): GuestState {
  if (!(reason instanceof ApiError)) return { is: 'shut', message: null, mayRetry: true }
  if (reason.code === 'password_required') return { is: 'locked' }
  const isOver = reason.status === 404 || reason.status === 410
  return { is: 'shut', message: isOver ? null : reason.serverMessage, mayRetry: !isOver }
}

export function useGuestPage(token: string): { state: GuestState; reload: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<GuestState>({ is: 'loading' })
  useEffect(() => {
    let isCurrent = true
    void readUploadPage(token)
      .then((page): GuestState => ({ is: 'open', page }), stateOfFailure)
      .then(answered => isCurrent && setState(answered))
    return () => {
      isCurrent = false
    }
  }, [token, attempt])
  return { state, reload: useCallback(() => setAttempt(count => count + 1), []) }
}

import { useEffect, useRef, useState } from 'react'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import { type Access, type Filled, problemOf, requestOf } from './request.ts'
import { type Received, send } from './send.actions.ts'

/** S-EXP-18. An error response has both a message and the response. */
export type State =
  | { is: 'idle' }
  | { is: 'loading' }
  | { is: 'response'; received: Received }
  | { is: 'error'; message: string; received?: Received }

/** Sends one request at a time; unmounting aborts it. */
export function useRequest(endpoint: Endpoint) {
  const [state, setState] = useState<State>({ is: 'idle' })
  const under = useRef<AbortController | null>(null)
  useEffect(() => () => under.current?.abort(), [])

  const execute = async (filled: Filled, access: Access) => {
    const problem = problemOf(endpoint, filled, access)
    if (problem) return setState({ is: 'error', message: problem })
    under.current?.abort()
    const { signal } = (under.current = new AbortController())
    setState({ is: 'loading' })
    const next = await outcome(() => send(requestOf(endpoint, filled, access), signal))
    if (!signal.aborted) setState(next)
  }
  return { state, execute }
}

/** S-EXP-14 */
async function outcome(ask: () => Promise<Received>): Promise<State> {
  try {
    const received = await ask()
    if (received.isOk) return { is: 'response', received }
    return { is: 'error', message: `Request failed with status ${received.status}`, received }
  } catch (reason) {
    return { is: 'error', message: reason instanceof Error ? reason.message : String(reason) }
  }
}

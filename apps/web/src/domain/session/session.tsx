import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { ApiError, call, onSessionError } from '../../lib/api.ts'
import { cacheStore, clearEverything, onTabMessage, notifyOtherTabs } from '../cache/browser-cache.ts'
import { chooseDates } from '../../lib/format/date-choice.ts'
import { leaveScreen } from '../../lib/leaving.ts'
import { logFailure } from '../../lib/log.ts'
import { postToWorker } from '../../lib/offline/offline-worker.ts'

export type Session = {
  /** True until the first response (L-GUARD-03). */
  isLoading: boolean
  user: http.User | null
  signIn: (username: string, password: string) => Promise<void>
  /** Asks first if there are unsaved changes. */
  signOut: () => void
  /** Reads the user again after the account changed. */
  refresh: () => Promise<void>
}

const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession must be used within a SessionProvider')
  return session
}

/** The signed-in user, for screens behind the guard. */
export function useUser(): http.User {
  const { user } = useSession()
  if (!user) throw new Error('useUser must be used behind the session guard')
  return user
}

/** The session check. main.tsx starts the first one before React, so that it runs while the screen loads. */
export async function whoAmI() {
  try {
    // The time zone of bare dates from API clients, unless the settings choose another one.
    const headers = { 'x-time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone }
    return chooseDates(await call(routes.getMe, { headers }))
  } catch (reason) {
    // 401 is the normal response to a visitor; everything else is only logged (L-GUARD-06).
    if (!(reason instanceof ApiError) || reason.status !== 401) logFailure('Session check failed', reason)
    // A session may have ended while no page was open: the next user must not find the pictures of the previous one.
    else postToWorker({ type: 'CLEAR_ALL' })
    return null
  }
}

export function SessionProvider({
  children,
  first,
}: {
  children: ReactNode
  first?: Promise<http.User | null> | undefined
}) {
  const [state, setState] = useState<{ isLoading: boolean; user: http.User | null }>({ isLoading: true, user: null })

  const enter = useCallback((user: http.User | null) => {
    if (user && cacheStore.claim(user.id)) postToWorker({ type: 'CLEAR_ALL' })
    setState({ isLoading: false, user })
  }, [])
  const leave = useCallback((notifyOthers: boolean) => {
    clearEverything()
    if (notifyOthers) notifyOtherTabs({ signedOut: true })
    postToWorker({ type: 'CLEAR_ALL' })
    setState({ isLoading: false, user: null })
  }, [])
  const refresh = useCallback(async () => enter(await whoAmI()), [enter])

  useEffect(() => void (first ?? whoAmI()).then(enter), [first, enter])
  useEffect(() => onTabMessage(message => 'signedOut' in message && leave(false)), [leave])
  useEffect(() => onSessionError(({ status }) => (status === 401 ? leave(true) : void refresh())), [leave, refresh])

  const session = useMemo<Session>(
    () => ({
      ...state,
      refresh,
      signIn: async (username, password) => {
        const answer = await call(routes.signIn, { body: { username, password } })
        enter(chooseDates(answer.user))
      },
      signOut: () =>
        leaveScreen(() => {
          void call(routes.signOut)
            .catch((reason: unknown) => logFailure('Sign-out failed', reason))
            .finally(() => leave(true))
        }),
    }),
    [state, refresh, enter, leave],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

import type { http } from '@daymark/contracts'
import * as routes from '@daymark/contracts/routes'
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { ApiError, call, onSessionError } from '../../lib/api.ts'
import { cacheStore, clearEverything, notifyOtherTabs, onTabMessage } from '../cache/cache-store.ts'
import { setDateSettings } from '../../lib/format/date-settings.ts'
import { leaveScreen } from '../../lib/leave-guard.ts'
import { logFailure } from '../../lib/log.ts'
import { postToWorker } from '../../lib/offline/offline-worker.ts'
import { safeSessionStorage } from '../../lib/storage.ts'

export type Session = {
  /** L-GUARD-03: true until the response to the first session check has arrived. */
  isLoading: boolean
  user: http.User | null
  signIn: (username: string, password: string) => Promise<void>
  /** Signs out. The user must confirm if there are unsaved changes. */
  signOut: () => void
  /** Refetches the user after a change of the account. */
  refresh: () => Promise<void>
}

const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession must be used within a SessionProvider')
  return session
}

/** Returns the signed-in user. Only for screens behind SessionGuard. */
export function useUser(): http.User {
  const { user } = useSession()
  if (!user) throw new Error('useUser must be used behind the session guard')
  return user
}

/**
 * Checks the session and returns the user, or null. main.tsx calls this before React starts, so that it runs while the
 * screen loads.
 */
export async function fetchCurrentUser() {
  try {
    return setDateSettings(await call(routes.getMe))
  } catch (reason) {
    // L-GUARD-06: a visitor without a session gets 401. Other failures are logged.
    if (!(reason instanceof ApiError) || reason.status !== 401) logFailure('Session check failed', reason)
    // The session may have ended while no page was open. The cached pictures of the previous user are removed, because
    // another user may sign in.
    else postToWorker({ type: 'CLEAR_ALL' })
    return null
  }
}

/** The time zone is sent after this delay. On a phone, the first use of Intl delays the screen by up to 150 ms. */
const TIME_ZONE_DELAY_MS = 5000
const TIME_ZONE_KEY = 'daymark.time-zone'
/**
 * Sends the browser's time zone to the server, once per tab and user. The server uses it for dates without a time
 * zone, unless the user selected another one in Settings.
 */
function sendTimeZone(userId: string) {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const sentValue = `${userId} ${timeZone}`
  if (safeSessionStorage.getItem(TIME_ZONE_KEY) === sentValue) return
  call(routes.getMe, { headers: { 'x-time-zone': timeZone } })
    .then(() => safeSessionStorage.setItem(TIME_ZONE_KEY, sentValue))
    .catch((reason: unknown) => logFailure('The time zone could not be sent', reason))
}

export function SessionProvider({
  children,
  initialUser,
}: {
  children: ReactNode
  initialUser?: Promise<http.User | null> | undefined
}) {
  const [state, setState] = useState<{ isLoading: boolean; user: http.User | null }>({ isLoading: true, user: null })

  const setSignedInUser = useCallback((user: http.User | null) => {
    if (user && cacheStore.claim(user.id)) postToWorker({ type: 'CLEAR_ALL' })
    setState({ isLoading: false, user })
  }, [])
  const clearSession = useCallback((notifyOthers: boolean) => {
    clearEverything()
    if (notifyOthers) notifyOtherTabs({ signedOut: true })
    postToWorker({ type: 'CLEAR_ALL' })
    setState({ isLoading: false, user: null })
  }, [])
  const refresh = useCallback(async () => setSignedInUser(await fetchCurrentUser()), [setSignedInUser])

  useEffect(() => void (initialUser ?? fetchCurrentUser()).then(setSignedInUser), [initialUser, setSignedInUser])
  const userId = state.user?.id
  useEffect(() => {
    if (userId === undefined) return undefined
    const timer = setTimeout(() => sendTimeZone(userId), TIME_ZONE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [userId])
  useEffect(() => onTabMessage(message => 'signedOut' in message && clearSession(false)), [clearSession])
  useEffect(
    () => onSessionError(({ status }) => (status === 401 ? clearSession(true) : void refresh())),
    [clearSession, refresh],
  )

  const session = useMemo<Session>(
    () => ({
      ...state,
      refresh,
      signIn: async (username, password) => {
        const response = await call(routes.signIn, { body: { username, password } })
        setSignedInUser(setDateSettings(response.user))
      },
      signOut: () =>
        leaveScreen(() => {
          void call(routes.signOut)
            .catch((reason: unknown) => logFailure('Sign-out failed', reason))
            .finally(() => clearSession(true))
        }),
    }),
    [state, refresh, setSignedInUser, clearSession],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

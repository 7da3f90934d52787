import { useEffect, useState } from 'react'
import { useLocation } from '../router.tsx'

/**
 * Returns the token in the fragment of a link from an email; browsers do not send fragments to servers. Removes it from
 * the address bar, so that it does not enter the history or a screenshot.
 */
export function useLinkToken(): string {
  const { hash, pathname } = useLocation()
  const [token] = useState(() => hash.slice(1))
  useEffect(() => window.history.replaceState(window.history.state, '', pathname), [pathname])
  return token
}

import { useEffect, useState } from 'react'
import { useLocation } from '../router.ts'

/**
 * The token after the # of a link in an email, which is never sent to a server. It is removed from the address because others
 * may see or store the address.
 */
export function useLinkToken(): string {
  const { hash, pathname } = useLocation()
  const [token] = useState(() => hash.slice(1))
  useEffect(() => window.history.replaceState(window.history.state, '', pathname), [pathname])
  return token
}

import { useEffect, useState } from 'react'
import { useLocation } from '../router.ts'

/** What stands behind the # of a mail's link: no server was told of it. It leaves the address, which others may see or keep. */
export function useLinkToken(): string {
  const { hash, pathname } = useLocation()
  const [token] = useState(() => hash.slice(1))
  useEffect(() => window.history.replaceState(window.history.state, '', pathname), [pathname])
  return token
}

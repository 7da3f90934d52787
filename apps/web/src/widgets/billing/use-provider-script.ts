import { useEffect } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { subscriptionConfig } from './billing.queries.ts'

const ADDRESS = 'https://js.stripe.com/v3/'
/** Their pages alone may load it (apps/gateway/src/pages/billing-pages.ts). */
const PAGES = ['/billing', '/settings']

/** Where the browser got the page that runs now; the router changes the address, not what the page may load. */
function loadedFrom(): string {
  const [entry] = performance.getEntriesByType('navigation')
  return entry ? new URL(entry.name, window.location.href).pathname : window.location.pathname
}

function load() {
  if (document.querySelector(`script[src="${ADDRESS}"]`)) return
  const script = document.createElement('script')
  script.src = ADDRESS
  script.async = true
  document.head.append(script)
}

/**
 * S-BILL-06: the card provider's script watches for fraud where cards matter, so it is there on billing screens, and only when a
 * provider is set up. Who comes from another screen has a page that may not load it: that one is loaded again, once, as its address
 * says all there is to see.
 */
export function useProviderScript(reload = () => window.location.reload()) {
  const { data: config } = useCached(subscriptionConfig())
  const isConfigured = config?.configured === true
  useEffect(() => {
    if (!isConfigured) return
    if (PAGES.includes(loadedFrom())) load()
    else reload()
  }, [isConfigured, reload])
}

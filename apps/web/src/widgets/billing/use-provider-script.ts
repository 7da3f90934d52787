import { useEffect } from 'react'
import { useCached } from '../../domain/cache/use-cached.ts'
import { subscriptionConfig } from './billing.queries.ts'

const ADDRESS = 'https://js.stripe.com/v3/'
/** Only these pages may load it (apps/gateway/src/edge/billing-pages.ts). */
const PAGES = ['/billing', '/settings']

/** The address from which the document was loaded; client-side navigation does not change its content security policy. */
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
 * S-BILL-06: the card provider's fraud detection script, loaded only on billing screens and only if a provider is configured.
 * A document loaded for another screen may not load it, so it is reloaded once; its address contains the whole state.
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

import { useEffect } from 'react'

/**
 * Sets the title of the browser tab to `title` and `site`. In galleries of a studio with a brand, `site` is its name
 * (rule 71).
 */
export function useTitle(title: string, site = 'Daymark') {
  useEffect(() => {
    document.title = `${title} · ${site}`
  }, [title, site])
}

/** rule 158: whether this page is a studio page, served at `/studio/{name}` or at the root of a custom domain. */
export const isStudioPage = document.querySelector('[name=daymark-studio]') !== null

const readConfiguredSupportAddress = () =>
  document.querySelector<HTMLMetaElement>('meta[name="daymark-support"]')?.content

/** Returns the configured support address. If none is configured, returns `support` at the domain of the page. */
export const supportAddress = () => readConfiguredSupportAddress() || `support@${window.location.hostname}`
export const supportMailtoUrl = () => `mailto:${supportAddress()}`

import { useEffect } from 'react'

/** The page of a studio's gallery is the studio's (rule 71). */
const siteName = () => document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? 'Daymark'

/** The title of the browser's tab, for as long as the screen is shown. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${siteName()}`
  }, [title])
}

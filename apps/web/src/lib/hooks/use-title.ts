import { useEffect } from 'react'

/** The title of the browser's tab, for as long as the screen is shown. `site`: a studio's own, in its galleries (rule 71). */
export function useTitle(title: string, site = 'Daymark') {
  useEffect(() => {
    document.title = `${title} · ${site}`
  }, [title, site])
}

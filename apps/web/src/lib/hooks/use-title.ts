import { useEffect } from 'react'

/** The title of the browser tab while the screen is shown. `site`: the name of the studio in its galleries (rule 71). */
export function useTitle(title: string, site = 'Daymark') {
  useEffect(() => {
    document.title = `${title} · ${site}`
  }, [title, site])
}

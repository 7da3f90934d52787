import { useEffect } from 'react'

/** Sets the title of the browser tab. `site` is the name of the studio in its galleries (rule 71). */
export function useTitle(title: string, site = 'Daymark') {
  useEffect(() => {
    document.title = `${title} · ${site}`
  }, [title, site])
}

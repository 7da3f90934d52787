import { useEffect } from 'react'

/**
 * Sets the title of the browser tab to `title` and `site`. In the galleries of a studio, `site` is its name (rule 71).
 */
export function useTitle(title: string, site = 'Daymark') {
  useEffect(() => {
    document.title = `${title} · ${site}`
  }, [title, site])
}

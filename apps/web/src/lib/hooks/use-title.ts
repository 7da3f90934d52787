import { useEffect } from 'react'

/** The title of the browser's tab, for as long as the screen is shown. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Daymark`
  }, [title])
}

import { createContext, useContext, useLayoutEffect } from 'react'

/** Where a section stands on the page: what it is called, and how it says that it is there. */
export type SectionPlace = { id: string; title: string; onShown: (id: string, isShown: boolean) => void }

export const SectionPlaceContext = createContext<SectionPlace | null>(null)

/** Of the section around. One that shows nothing, because what it is for is not set up, has no link in the navigation either. */
export function useSectionPlace(): SectionPlace {
  const place = useContext(SectionPlaceContext)
  if (!place) throw new Error('a section of Settings must be in the list of sections')
  const { id, onShown } = place
  useLayoutEffect(() => {
    onShown(id, true)
    return () => onShown(id, false)
  }, [id, onShown])
  return place
}

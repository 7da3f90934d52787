import { createContext, useContext, useLayoutEffect } from 'react'

/** A section's place in the page: its id and title, and how it reports that it rendered. */
export type SectionPlace = { id: string; title: string; onShown: (id: string, isShown: boolean) => void }

export const SectionPlaceContext = createContext<SectionPlace | null>(null)

/**
 * The place of the surrounding section. A section that renders nothing, because its feature is not set up, has no link in the
 * navigation.
 */
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

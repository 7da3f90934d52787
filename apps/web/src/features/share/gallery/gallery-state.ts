import type { http } from '@daymark/contracts'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useMediaQuery } from '../../../lib/hooks/use-size.ts'
import { useNavigate, useSearchParams } from '../../../lib/router.tsx'

/** The ids of the photos that a filter shows. Null: all photos. */
export type PhotoIds = ReadonlySet<string> | null
/** The 'New' and 'Corrected' badges by photo id. */
export type TileBadges = ReadonlyMap<string, ReactNode> | null

/** Returns the gallery with its current filter (all, picked, new or one section) and the badges of its tiles. */
export function useFilteredGallery(loadedShare: http.PublicShare) {
  const [fullShare, onReload] = useState(loadedShare)
  const [filterIds, onFilter] = useState<PhotoIds>(null)
  const [sectionIds, onSection] = useState<PhotoIds>(null)
  const [badges, onBadges] = useState<TileBadges>(null)
  const share = useMemo(() => {
    const isShown = ({ id }: http.PublicImage) => (filterIds?.has(id) ?? true) && (sectionIds?.has(id) ?? true)
    return filterIds || sectionIds ? { ...fullShare, images: fullShare.images.filter(isShown) } : fullShare
  }, [fullShare, filterIds, sectionIds])
  return { share, badges, onSection, filter: { share: fullShare, filterIds, onFilter, onReload, onBadges } }
}
/** The filter of a gallery and its unfiltered photos, for the components that change the filter. */
export type GalleryFilter = ReturnType<typeof useFilteredGallery>['filter']

/** The maximum time for which other pictures wait for the cover. */
const COVER_TIMEOUT_MS = 2000

/**
 * Returns whether the cover has loaded or failed to load. Other pictures wait until then, because they would delay the
 * cover on a slow connection.
 */
export function useCoverSettled(hasCover: boolean) {
  const [isCoverSettled, setIsCoverSettled] = useState(!hasCover)
  useEffect(() => {
    const timer = setTimeout(() => setIsCoverSettled(true), COVER_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  return { isCoverSettled, onCoverSettled: () => setIsCoverSettled(true) }
}

/** Stores the open photo in the URL. The URL can then be shared, and the back button of a phone closes the viewer. */
export function useOpenPhoto() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const hasPushedEntry = useRef(false)
  /** The other parameters and the fragment, which may contain the key of a personal link, do not change. */
  const { photo: _, ...otherParams } = Object.fromEntries(params)
  const setParams = (next: Record<string, string>, replace = true) =>
    void navigate({ search: `${new URLSearchParams(next)}`, hash: location.hash }, { replace })
  return {
    photoId: params.get('photo'),
    open: (id: string) => {
      hasPushedEntry.current = true
      setParams({ ...otherParams, photo: id }, false)
    },
    /** Replaces the open photo. Adds no history entry, so that Back closes the viewer. */
    show: (id: string) => setParams({ ...otherParams, photo: id }),
    close: () => {
      if (hasPushedEntry.current) void navigate(-1)
      else setParams(otherParams)
      hasPushedEntry.current = false
    },
  }
}

/**
 * Applies the gallery's theme to the whole document, so that scroll bars and overscroll match, and removes it on
 * unmount.
 */
export function useShareTheme({ link, album }: http.PublicShare): 'light' | 'dark' {
  const theme = resolveTheme(link, album, useMediaQuery('(prefers-color-scheme: dark)'))
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    const previousTheme = dataset['theme']
    dataset['theme'] = theme
    return () => {
      if (previousTheme === undefined) delete dataset['theme']
      else dataset['theme'] = previousTheme
    }
  }, [theme])
  return theme
}

type Theme = 'auto' | 'light' | 'dark'
type ThemeSettings = { theme?: Theme | null | undefined; theme_override?: Theme | null | undefined }

/**
 * S-PUB-16, S-PUB-17: returns the theme of a gallery: the theme of the link, else its override, else the theme of the
 * album. `auto` follows the visitor's browser.
 */
export function resolveTheme(link: ThemeSettings, album: ThemeSettings, visitorPrefersDark: boolean): 'light' | 'dark' {
  const theme = link.theme ?? link.theme_override ?? album.theme ?? 'auto'
  if (theme !== 'auto') return theme
  return visitorPrefersDark ? 'dark' : 'light'
}

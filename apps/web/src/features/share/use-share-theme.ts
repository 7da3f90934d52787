import type { http } from '@daymark/contracts'
import { useLayoutEffect } from 'react'
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts'

/** Applies the gallery's theme to the whole document, so that scroll bars and overscroll match, and removes it on unmount. */
export function useShareTheme({ link, album }: http.PublicShare): 'light' | 'dark' {
  const theme = resolveTheme(link, album, useMediaQuery('(prefers-color-scheme: dark)'))
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    const before = dataset['theme']
    dataset['theme'] = theme
    return () => {
      if (before === undefined) delete dataset['theme']
      else dataset['theme'] = before
    }
  }, [theme])
  return theme
}

type Theme = 'auto' | 'light' | 'dark'
type Themes = { theme?: Theme | null | undefined; theme_override?: Theme | null | undefined }

/** S-PUB-16, S-PUB-17: the link's theme, else its override, else the album's, else auto; auto follows the visitor. */
export function resolveTheme(link: Themes, album: Themes, visitorPrefersDark: boolean): 'light' | 'dark' {
  const theme = link.theme ?? link.theme_override ?? album.theme ?? 'auto'
  if (theme !== 'auto') return theme
  return visitorPrefersDark ? 'dark' : 'light'
}

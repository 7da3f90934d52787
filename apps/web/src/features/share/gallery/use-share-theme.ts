import type { http } from '@daymark/contracts'
import { useLayoutEffect } from 'react'
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts'

/** Applies the gallery's theme to the whole document, so that scroll bars and overscroll match, and removes it on unmount. */
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

/** S-PUB-16, S-PUB-17: the first theme that is set, from link to album. `auto` follows the visitor's browser. */
export function resolveTheme(link: ThemeSettings, album: ThemeSettings, visitorPrefersDark: boolean): 'light' | 'dark' {
  const theme = link.theme ?? link.theme_override ?? album.theme ?? 'auto'
  if (theme !== 'auto') return theme
  return visitorPrefersDark ? 'dark' : 'light'
}

import type { http } from '@daymark/contracts'
import { useLayoutEffect } from 'react'
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts'
import { resolveTheme } from './share-theme.ts'

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

import type { http } from '@daymark/contracts'
import { useLayoutEffect } from 'react'
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts'
import { resolveTheme } from './share-theme.ts'

/** Puts the gallery's theme on the whole document, so that scroll bars and overscroll belong to it, and takes it off again. */
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

export type Theme = 'auto' | 'light' | 'dark'
type Themes = { theme?: Theme | null | undefined; theme_override?: Theme | null | undefined }

/** S-PUB-16, S-PUB-17: the link's theme, else its override, else the album's, else auto; auto follows the visitor. */
export function resolveTheme(link: Themes, album: Themes, visitorPrefersDark: boolean): 'light' | 'dark' {
  const theme = link.theme ?? link.theme_override ?? album.theme ?? 'auto'
  if (theme !== 'auto') return theme
  return visitorPrefersDark ? 'dark' : 'light'
}

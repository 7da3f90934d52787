import { resolveTheme } from './gallery-state.ts'

describe('theme of a public gallery', () => {
  it('S-PUB-16 the theme of the link takes precedence over its override and the album', () => {
    expect(resolveTheme({ theme: 'light', theme_override: 'dark' }, { theme: 'dark' }, true)).toBe('light')
  })

  it('S-PUB-16 without a theme the override is used, then the theme of the album', () => {
    expect(resolveTheme({ theme: null, theme_override: 'dark' }, { theme: 'light' }, false)).toBe('dark')
    expect(resolveTheme({ theme: null, theme_override: null }, { theme: 'dark' }, false)).toBe('dark')
  })

  it('S-PUB-17 auto and a missing theme follow the visitor', () => {
    expect(resolveTheme({ theme: 'auto' }, { theme: 'dark' }, false)).toBe('light')
    expect(resolveTheme({ theme: 'auto' }, { theme: 'light' }, true)).toBe('dark')
    expect(resolveTheme({}, {}, true)).toBe('dark')
  })
})

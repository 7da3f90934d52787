import { act, render, screen } from '@testing-library/react'
import { chooseTheme, useTheme, useThemeChoice } from './theme.ts'

const shown = () => document.documentElement.dataset['theme']
const barColours = () =>
  [...document.querySelectorAll('meta')].map(({ dataset, media }) => `${dataset['scheme']}: ${media}`)
function Page() {
  useTheme()
  return <p>{useThemeChoice()}</p>
}
/** Simulates a choice in another tab. */
const elsewhere = (isDark: string | null, key: string | null = 'darkMode') =>
  act(() => {
    if (isDark === null) localStorage.removeItem('darkMode')
    else localStorage.setItem('darkMode', isDark)
    window.dispatchEvent(new StorageEvent('storage', { key }))
  })

beforeEach(() => {
  localStorage.clear()
  document.head.innerHTML = `
    <meta name="theme-color" data-scheme="light" media="(prefers-color-scheme: light)">
    <meta name="theme-color" data-scheme="dark" media="(prefers-color-scheme: dark)">`
})

it('L-ENT-17 the choice is stored as darkMode; no entry follows the system', () => {
  render(<Page />)
  expect([screen.getByText('system'), shown()]).toEqual([expect.anything(), undefined])
  act(() => chooseTheme('dark'))
  expect([localStorage.getItem('darkMode'), shown()]).toEqual(['true', 'dark'])
  expect(screen.getByText('dark')).toBeVisible()
  act(() => chooseTheme('light'))
  expect([localStorage.getItem('darkMode'), shown()]).toEqual(['false', 'light'])
  act(() => chooseTheme('system'))
  expect([localStorage.getItem('darkMode'), shown()]).toEqual([null, undefined])
})

it("the browser's own bars have the color of the theme", () => {
  render(<Page />)
  act(() => chooseTheme('dark'))
  expect(barColours()).toEqual(['light: not all', 'dark: all'])
  act(() => chooseTheme('system'))
  expect(barColours()).toEqual(['light: (prefers-color-scheme: light)', 'dark: (prefers-color-scheme: dark)'])
})

it('L-ENT-17 the theme follows other tabs, including a cleared storage, until unmounted', () => {
  const { unmount } = render(<Page />)
  elsewhere('true')
  expect([screen.getByText('dark'), shown()]).toEqual([expect.anything(), 'dark'])
  elsewhere('false', 'another key')
  expect(shown()).toBe('dark')
  elsewhere(null, null)
  expect([screen.getByText('system'), shown()]).toEqual([expect.anything(), undefined])
  unmount()
  elsewhere('true')
  expect(shown()).toBeUndefined()
})

import { act, render, screen } from '@testing-library/react'
import { chooseTheme, useTheme, useThemeChoice } from './theme.ts'

const shownTheme = () => document.documentElement.dataset['theme']
const readBarColors = () =>
  [...document.querySelectorAll('meta')].map(({ dataset, media }) => `${dataset['scheme']}: ${media}`)
function ThemedPage() {
  useTheme()
  return <p>{useThemeChoice()}</p>
}
/** Simulates a choice in another tab. */
const changeInOtherTab = (isDark: string | null, key: string | null = 'darkMode') =>
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
  render(<ThemedPage />)
  expect([screen.getByText('system'), shownTheme()]).toEqual([expect.anything(), undefined])
  act(() => chooseTheme('dark'))
  expect([localStorage.getItem('darkMode'), shownTheme()]).toEqual(['true', 'dark'])
  expect(screen.getByText('dark')).toBeVisible()
  act(() => chooseTheme('light'))
  expect([localStorage.getItem('darkMode'), shownTheme()]).toEqual(['false', 'light'])
  act(() => chooseTheme('system'))
  expect([localStorage.getItem('darkMode'), shownTheme()]).toEqual([null, undefined])
})

it("the browser's own bars have the color of the theme", () => {
  render(<ThemedPage />)
  act(() => chooseTheme('dark'))
  expect(readBarColors()).toEqual(['light: not all', 'dark: all'])
  act(() => chooseTheme('system'))
  expect(readBarColors()).toEqual(['light: (prefers-color-scheme: light)', 'dark: (prefers-color-scheme: dark)'])
})

it('L-ENT-17 the theme follows other tabs, including a cleared storage, until unmounted', () => {
  const { unmount } = render(<ThemedPage />)
  changeInOtherTab('true')
  expect([screen.getByText('dark'), shownTheme()]).toEqual([expect.anything(), 'dark'])
  changeInOtherTab('false', 'another key')
  expect(shownTheme()).toBe('dark')
  changeInOtherTab(null, null)
  expect([screen.getByText('system'), shownTheme()]).toEqual([expect.anything(), undefined])
  unmount()
  changeInOtherTab('true')
  expect(shownTheme()).toBeUndefined()
})

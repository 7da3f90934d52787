import { screen, within } from '@testing-library/react'
import { renderApp } from '../../../test/render-app.tsx'
import '../../../test/settings-sections.ts'
import { chooseTheme } from '../../lib/theme/theme.ts'
import { SECTIONS } from './sections.ts'

beforeEach(() => chooseTheme('system'))
const title = (name: string) => screen.findByRole('heading', { name, level: 2 })

it('S-SET-01 every section is there under its title, and has its place in the navigation', async () => {
  renderApp('/settings')
  for (const section of SECTIONS) await title(section.title)
  const links = within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link')
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual(
    SECTIONS.map(section => [section.title, `#${section.id}`]),
  )
  expect(screen.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})

describe('Appearance', () => {
  it('S-SET-02 the dark mode toggle is remembered as darkMode, and the other themes of the page agree', async () => {
    const { person } = renderApp('/settings')
    const dark = await screen.findByRole('switch', { name: 'Dark mode' })
    const follow = screen.getByRole('switch', { name: 'Match the system' })
    expect([dark, follow].map(one => (one as HTMLInputElement).checked)).toEqual([false, true])
    await person.click(dark)
    expect([localStorage.getItem('darkMode'), document.documentElement.dataset['theme']]).toEqual(['true', 'dark'])
    expect(follow).not.toBeChecked()
    expect(await screen.findByRole('menuitemradio', { name: 'Dark', hidden: true })).toBeChecked()
    await person.click(dark)
    expect(localStorage.getItem('darkMode')).toBe('false')
    await person.click(follow)
    expect(localStorage.getItem('darkMode')).toBeNull()
    await person.click(follow)
    expect(localStorage.getItem('darkMode')).toBe('false')
  })
})

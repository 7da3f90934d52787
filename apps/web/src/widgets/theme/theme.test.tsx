import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { chooseTheme } from '../../lib/theme/theme.ts'
import { ThemeMenu } from './theme-menu.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const stored = () => localStorage.getItem('darkMode')
const chosen = () => screen.getAllByRole('menuitemradio', { checked: true, hidden: true }).map(item => item.textContent)
beforeEach(() => chooseTheme('system'))

it('L-ENT-17 the menu and the switch offer light, dark and system, and agree with each other', async () => {
  const person = userEvent.setup()
  render(
    <>
      <ThemeMenu />
      <ThemeSwitch />
    </>,
  )
  expect(screen.getByRole('button', { name: 'Theme' })).toHaveAttribute('aria-haspopup', 'menu')
  expect(screen.getByRole('radio', { name: 'System' })).toBeChecked()
  expect(chosen()).toEqual(['System'])

  await person.click(screen.getByRole('radio', { name: 'Dark' }))
  expect([stored(), chosen()]).toEqual(['true', ['Dark']])

  await person.click(screen.getByRole('menuitemradio', { name: 'Light', hidden: true }))
  expect(stored()).toBe('false')
  expect(screen.getByRole('radio', { name: 'Light' })).toBeChecked()
  expect(screen.getByRole('group', { name: 'Theme' })).toBeVisible()
})

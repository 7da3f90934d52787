import { act, fireEvent, render, screen } from '@testing-library/react'
import { jest } from '@jest/globals'
import { UpdateBanner } from './update-banner.tsx'
import type { UpdateState } from './updates.ts'

const HOUR = 3_600_000
const room = () => document.documentElement.style.getPropertyValue('--size-update-banner')
const banner = () => screen.queryByRole('button', { name: 'Refresh Now' })
const putAside = () => fireEvent.click(screen.getByRole('button', { name: 'Not now' }))

function open() {
  let state: UpdateState = 'none'
  let notify: () => void = () => undefined
  const refresh = jest.fn(async () => undefined)
  const updates = {
    snapshot: () => state,
    subscribe: (listener: () => void) => ((notify = listener), () => undefined),
    refresh,
  }
  render(<UpdateBanner updates={updates} />)
  const become = (next: UpdateState) =>
    act(() => {
      state = next
      notify()
    })
  return { become, refresh }
}

it('Not now dismisses the banner until the next update', () => {
  const { become } = open()
  become('available')
  putAside()
  expect(banner()).toBeNull()
  become('updated')
  expect(banner()).toBeVisible()
  expect(screen.getByText('Auto-refreshing in 30 seconds...')).toBeVisible()
})

it('a dismissed banner does not reload the page', () => {
  jest.useFakeTimers()
  const { become, refresh } = open()
  become('updated')
  putAside()
  jest.advanceTimersByTime(HOUR)
  expect(refresh).not.toHaveBeenCalled()
  jest.useRealTimers()
})

it('the page reserves space at its end while the banner is shown', () => {
  const { become } = open()
  expect(room()).toBe('')
  become('available')
  expect(room()).not.toBe('')
  putAside()
  expect(room()).toBe('')
})

import { act, fireEvent, render, screen } from '@testing-library/react'
import { jest } from '@jest/globals'
import { UpdateBanner } from './update-banner.tsx'
import type { UpdateState } from './updates.ts'

const HOUR_MS = 3_600_000
const reservedSpace = () => document.documentElement.style.getPropertyValue('--size-update-banner')
const findBanner = () => screen.queryByRole('button', { name: 'Refresh Now' })
const dismissBanner = () => fireEvent.click(screen.getByRole('button', { name: 'Not now' }))

function renderBanner() {
  let state: UpdateState = 'none'
  let notify: () => void = () => undefined
  const refresh = jest.fn(async () => undefined)
  const updates = {
    snapshot: () => state,
    subscribe: (listener: () => void) => ((notify = listener), () => undefined),
    refresh,
  }
  render(<UpdateBanner updates={updates} />)
  const setUpdateState = (next: UpdateState) =>
    act(() => {
      state = next
      notify()
    })
  return { setUpdateState, refresh }
}

it('Not now dismisses the banner until the next update', () => {
  const { setUpdateState } = renderBanner()
  setUpdateState('available')
  dismissBanner()
  expect(findBanner()).toBeNull()
  setUpdateState('updated')
  expect(findBanner()).toBeVisible()
  expect(screen.getByText('Auto-refreshing in 30 seconds...')).toBeVisible()
})

it('a dismissed banner does not reload the page', () => {
  jest.useFakeTimers()
  const { setUpdateState, refresh } = renderBanner()
  setUpdateState('updated')
  dismissBanner()
  jest.advanceTimersByTime(HOUR_MS)
  expect(refresh).not.toHaveBeenCalled()
  jest.useRealTimers()
})

it('the page reserves space at its end while the banner is shown', () => {
  const { setUpdateState } = renderBanner()
  expect(reservedSpace()).toBe('')
  setUpdateState('available')
  expect(reservedSpace()).not.toBe('')
  dismissBanner()
  expect(reservedSpace()).toBe('')
})

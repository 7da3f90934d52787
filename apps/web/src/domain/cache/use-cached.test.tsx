import { act, render, screen } from '@testing-library/react'
import { jest } from '@jest/globals'
import { cacheStore } from './cache-store.ts'
import { invalidate, applyOptimistically, queryClient } from './cache.ts'
import { useCached } from './use-cached.ts'

const MINUTE_MS = 60_000
let responseText = 'first'
const read = jest.fn(() => Promise.resolve(responseText))
const albums = { type: 'albums' as const, key: ['list'], read }

function Albums() {
  const { data } = useCached(albums)
  return <p>{data ?? 'nothing'}</p>
}
/** Simulates a page load after a time: memory is gone, the browser's storage is not. */
async function openAfter(ms: number) {
  jest.setSystemTime(Date.now() + ms)
  queryClient.clear()
  const view = render(<Albums />)
  const shownAtOnce = screen.getByRole('paragraph').textContent
  await act(() => jest.advanceTimersByTimeAsync(0))
  return { view, shownAtOnce }
}

beforeEach(async () => {
  jest.useFakeTimers()
  cacheStore.clearAll()
  queryClient.clear()
  responseText = 'first'
  const { view } = await openAfter(0)
  view.unmount()
  read.mockClear()
  responseText = 'second'
})
afterEach(() => {
  jest.useRealTimers()
})

it('L-CACHE-03 within 25 % of the lifetime: shown without a request', async () => {
  const { shownAtOnce } = await openAfter(2.5 * MINUTE_MS - 10)
  expect(shownAtOnce).toBe('first')
  expect(read).not.toHaveBeenCalled()
})

it('between 25 and 100 %: shown at once and refreshed', async () => {
  const { shownAtOnce } = await openAfter(2.5 * MINUTE_MS + 10)
  expect(shownAtOnce).toBe('first')
  expect(read).toHaveBeenCalledTimes(1)
  expect(screen.getByText('second')).toBeVisible()
})

it('L-CACHE-04 beyond the lifetime: not shown', async () => {
  const { shownAtOnce } = await openAfter(10 * MINUTE_MS)
  expect(shownAtOnce).toBe('nothing')
  expect(screen.getByText('second')).toBeVisible()
})

it('L-CACHE-04 beyond the lifetime, memory is not shown either', async () => {
  const first = await openAfter(0)
  first.view.unmount()
  await act(() => jest.advanceTimersByTimeAsync(10 * MINUTE_MS))
  const view = render(<Albums />)
  expect(screen.getByText('nothing')).toBeVisible()
  view.unmount()
})

it('L-CACHE-08 a mutation immediately reads again what is on screen', async () => {
  await openAfter(0)
  await act(async () => {
    await invalidate('createAlbum')
    await jest.advanceTimersByTimeAsync(0)
  })
  expect(screen.getByText('second')).toBeVisible()
})

it('during an optimistic change, no read can revert it on screen', async () => {
  await openAfter(0)
  let succeed = () => undefined as void
  const request = new Promise<void>(resolve => (succeed = resolve))
  const done = applyOptimistically(
    'createAlbum',
    () => () => undefined,
    () => request,
  )
  await act(() => invalidate('createAlbum'))
  expect(read).not.toHaveBeenCalled()
  await act(async () => {
    succeed()
    await done
    await jest.advanceTimersByTimeAsync(0)
  })
  expect(read).toHaveBeenCalledTimes(1)
})

it('a page that is reloaded during a change does not show the cache from before the change', async () => {
  let succeed = () => undefined as void
  const request = new Promise<void>(resolve => (succeed = resolve))
  const done = applyOptimistically(
    'createAlbum',
    () => () => undefined,
    () => request,
  )
  const { shownAtOnce, view } = await openAfter(0)
  expect(shownAtOnce).toBe('nothing')
  // A response from this period may be older than the change.
  expect(screen.getByText('second')).toBeVisible()
  expect(cacheStore.read('albums', 'list')).toBeNull()
  view.unmount()
  succeed()
  await done
  await openAfter(0)
  expect(cacheStore.read('albums', 'list')?.data).toBe('second')
})

it('a failed optimistic change is reverted and its error is thrown', async () => {
  const steps: string[] = []
  const apply = () => {
    steps.push('applied')
    return () => void steps.push('reverted')
  }
  await expect(applyOptimistically('like', apply, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(steps).toEqual(['applied', 'reverted'])
})

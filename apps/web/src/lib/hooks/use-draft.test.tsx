import { act, renderHook } from '@testing-library/react'
import { jest } from '@jest/globals'
import { useDraft } from './use-draft.ts'

const onSend = jest.fn()
/** The value has been sent but is not rendered yet. */
function pausedAfter(text: string) {
  const { result } = renderHook(() => useDraft('', onSend))
  act(() => result.current.setText(text))
  act(() => void jest.advanceTimersByTime(300))
  expect(onSend.mock.calls).toEqual([[text]])
  return result
}

beforeEach(() => {
  jest.useFakeTimers()
  onSend.mockClear()
})
afterEach(() => void jest.useRealTimers())

it('a value that has been sent is not sent again', () => {
  const draft = pausedAfter('pier')
  act(() => draft.current.send())
  expect(onSend).toHaveBeenCalledTimes(1)
})

it('a value that has been sent can still be cleared', () => {
  const draft = pausedAfter('pier')
  act(() => draft.current.send(''))
  expect(onSend).toHaveBeenLastCalledWith('')
  expect(draft.current.text).toBe('')
})

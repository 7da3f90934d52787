import { act, renderHook } from '@testing-library/react'
import { jest } from '@jest/globals'
import { useDraft } from './use-draft.ts'

const onSend = jest.fn()
/** Enters a text and waits until the hook has sent it. The hook is not rendered with the new value yet. */
function enterAndSend(text: string) {
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
  const draft = enterAndSend('pier')
  act(() => draft.current.send())
  expect(onSend).toHaveBeenCalledTimes(1)
})

it('a value that has been sent can still be cleared', () => {
  const draft = enterAndSend('pier')
  act(() => draft.current.send(''))
  expect(onSend).toHaveBeenLastCalledWith('')
  expect(draft.current.text).toBe('')
})

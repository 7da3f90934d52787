import { act, fireEvent, renderHook } from '@testing-library/react'
import { jest } from '@jest/globals'
import { useFileDrop } from './use-file-drop.ts'

const files = { dataTransfer: { types: ['Files'] } }
beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

it('L-AD-16 files are over the page until they leave it, even if the element below them disappears', () => {
  const under = document.body.appendChild(document.createElement('p'))
  const { result } = renderHook(() => useFileDrop(() => undefined))
  fireEvent.dragEnter(under, files)
  fireEvent.dragOver(under, files)
  expect(result.current).toBe(true)
  under.remove()
  for (let second = 0; second < 10; second++) {
    fireEvent.dragOver(document.body, files)
    act(() => void jest.advanceTimersByTime(1000))
    expect(result.current).toBe(true)
  }
  fireEvent.dragLeave(under, files) // no listener is attached any more
  act(() => void jest.advanceTimersByTime(3000))
  expect(result.current).toBe(false)
})

it('files that leave are detected at once', () => {
  const { result } = renderHook(() => useFileDrop(() => undefined))
  fireEvent.dragEnter(document.body, files)
  fireEvent.dragOver(document.body, files)
  fireEvent.dragLeave(document.body, files)
  expect(result.current).toBe(false)
})
